import { createPart } from '../../kit/part.ts';

/** Asked for as soon as it is known that a list will be drawn, by what is there before the app is. */
export const listScreen = createPart(
  async () => (await import('../../list/list-screen.tsx')).ListScreen,
);
