import { useState } from 'react';

let turns = 0;

/** Marks what one page asks again and again; another page that opens asks the same at once. */
export function useTurn(): string {
  const [turn] = useState(() => `${(turns += 1)} `);
  return turn;
}
