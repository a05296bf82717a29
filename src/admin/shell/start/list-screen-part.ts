import { createPreloadable } from '../../kit/preloadable.ts';

/** Requested by the start script as soon as it knows that a list will be shown. */
export const listScreen = createPreloadable(
  async () => (await import('../../list/list-screen.tsx')).ListScreen,
);
