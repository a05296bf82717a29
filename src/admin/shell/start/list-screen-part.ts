import { createPreloadable } from '../../kit/loading/preloadable.ts';

/** Requested by the start script as soon as it knows that a list will be shown. */
export const listScreen = createPreloadable(
  async () => (await import('../../list/list-screen.tsx')).ListScreen,
);

/** In the same file as most of the list: what requests the first page of the list before the list is rendered. */
export const firstPage = createPreloadable(
  async () => (await import('../../list/first-page.tsx')).FirstPage,
);
