/** A part of the app in a chunk of its own, which can be asked for before it is drawn. */
export type Part<Drawn> = {
  load(): Promise<Drawn>;
  /** Once it is there. */
  get(): Drawn | undefined;
};

export function createPart<Drawn>(load: () => Promise<Drawn>): Part<Drawn> {
  let there: Drawn | undefined;
  return { load: async () => (there = await load()), get: () => there };
}
