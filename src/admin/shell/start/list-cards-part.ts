import { createPart } from '../../kit/part.ts';

/** Records on a narrow screen; asked for with the list, not after its records. */
export const listCards = createPart(
  async () => (await import('../../list/list-cards.tsx')).ListCards,
);
