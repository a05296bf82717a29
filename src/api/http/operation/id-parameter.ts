import type { Parameter } from './operation.ts';

/** The `_id` of a record in an address. */
export const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
};
