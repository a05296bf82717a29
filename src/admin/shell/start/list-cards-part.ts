import { createPart } from '../../kit/part.ts';

/** The cards for narrow screens; requested together with the list, not after its records. */
export const listCards = createPart(
  async () => (await import('../../list/list-cards.tsx')).ListCards,
);
