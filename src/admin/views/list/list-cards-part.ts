import { createPart } from '../../start/part.ts';

/** Records on a narrow screen; asked for with the list, not after its records. */
export const listCards = createPart(async () => (await import('./list-cards.tsx')).ListCards);
