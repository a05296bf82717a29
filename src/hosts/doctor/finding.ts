/** What a check says of its part. `advice`: it works, but should be changed. */
export type Finding =
  { state: 'fine'; says: string } | { state: 'advice' | 'wrong'; says: string; todo: string };

export const fine = (says: string): Finding => ({ state: 'fine', says });

export const advise = (says: string, todo: string): Finding => ({ state: 'advice', says, todo });

export const wrong = (says: string, todo: string): Finding => ({ state: 'wrong', says, todo });
