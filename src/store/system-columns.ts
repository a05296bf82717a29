import type { systemFields } from '../descriptor/descriptor.ts';

/** The columns of the six fields every record has. Identifiers sort by their bytes: nobody reads their order. */
export const systemColumns: Readonly<
  Record<
    (typeof systemFields)[number],
    { type: string; collation?: string; required: boolean; default?: string }
  >
> = {
  _id: { type: 'text', collation: 'C', required: true },
  _version: { type: 'integer', required: true, default: '1' },
  createdAt: { type: 'timestamp(3) with time zone', required: true, default: 'now()' },
  updatedAt: { type: 'timestamp(3) with time zone', required: true, default: 'now()' },
  // No foreign keys: who made a record stays on record, and must not bind that user for good.
  createdBy: { type: 'text', collation: 'C', required: false },
  updatedBy: { type: 'text', collation: 'C', required: false },
};
