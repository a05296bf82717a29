import { createPreloadable } from '../../kit/loading/preloadable.ts';

/** The cards for narrow screens; requested together with the list, not after its records. */
export const listCards = createPreloadable(
  async () => (await import('../../list/list-cards.tsx')).ListCards,
);
