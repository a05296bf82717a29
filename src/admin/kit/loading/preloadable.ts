/** A part of the app in a chunk of its own, which can be loaded before it is rendered. */
export type Preloadable<Drawn> = {
  load(): Promise<Drawn>;
  /** Undefined until it is loaded. */
  get(): Drawn | undefined;
};

export function createPreloadable<Drawn>(load: () => Promise<Drawn>): Preloadable<Drawn> {
  let there: Drawn | undefined;
  return { load: async () => (there = await load()), get: () => there };
}
