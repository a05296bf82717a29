import { jobStates } from '../../store/jobs/job.ts';
import type { Schema } from '../http/operation/operation.ts';
import { object } from './say-shape.ts';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer', minimum: 0 };
const maybeMoment: Schema = { type: ['string', 'null'], format: 'date-time' };

/** An import, or an export. */
export const jobSchema: Schema = object({
  id: text,
  kind: { enum: ['import', 'export'] },
  resource: text,
  createdBy: text,
  createdAt: { type: 'string', format: 'date-time' },
  state: {
    enum: jobStates,
    description: '`interrupted`: its server died; it can be gone on with.',
  },
  file: { type: 'object', description: 'Name, size, hash, and how it is read.' },
  request: { type: ['object', 'null'], description: 'What was asked for the last time.' },
  summary: { oneOf: [{ $ref: '#/components/schemas/BulkSummary' }, { type: 'null' }] },
  doneRow: count,
  doneBytes: count,
  startedAt: maybeMoment,
  endedAt: maybeMoment,
  failure: { type: ['string', 'null'], description: 'Under this the log has what broke it off.' },
  reason: { type: ['object', 'null'], description: 'The problem for which it was ended.' },
});

const found: Schema = { type: 'array', items: { type: 'object' } };

/** A row of the file of a job, and what becomes of it. */
export const jobRowSchema: Schema = {
  type: 'object',
  required: ['row', 'outcome'],
  properties: {
    row: count,
    outcome: text,
    id: text,
    changes: {
      type: 'array',
      items: object({ field: text, old: {}, new: {} }, ['field', 'new']),
    },
    problems: {
      ...found,
      description:
        'Each with the column it stands in, the value there, and `proposed` where another was probably meant.',
    },
    warnings: { ...found, description: 'The same, of what deserves a look and stops nothing.' },
  },
};
