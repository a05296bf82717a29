import { createPart } from '../../kit/part.ts';

/** Requested by the start script as soon as it knows that a list will be shown. */
export const listScreen = createPart(
  async () => (await import('../../list/list-screen.tsx')).ListScreen,
);
