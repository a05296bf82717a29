import type { Parameter } from './operation.ts';

/** Of calls that are done once, however often they are sent. */
export const once: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request gets the first response again and changes nothing.',
  schema: { type: 'string', maxLength: 255 },
};
