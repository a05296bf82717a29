import type { Parameter } from './operation.ts';

/** Of calls that are done once, however often they are sent. */
export const once: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request is answered as the first, and does nothing.',
  schema: { type: 'string', maxLength: 255 },
};
