import { z } from 'zod';
import { Audit, AuditLine, Outbox, OutboxMail } from '../../../contract/oversight.ts';
import { json, toAnswerSchema } from '../../http/operation/schemas.ts';
import { mailStates } from '../../../contract/oversight.ts';
import { auditActions } from '../../../contract/oversight.ts';
import type { Operation, Parameter, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/parameters.ts';

const tags = ['oversight'];
const text: Schema = { type: 'string' };

const paging: readonly Parameter[] = [
  query('_perPage', { type: 'integer', minimum: 1, maximum: 1000, default: 10 }),
  query('_after', text, '`next` from the previous response.'),
];

const auditFilter: readonly Parameter[] = [
  query('action', text, `One or more actions, separated by commas: ${auditActions.join(', ')}.`),
  query('actor', text, 'The `_id` of the users who acted, separated by commas.'),
  query('about', text, 'The `_id` of the affected users, separated by commas.'),
  query('resource', text),
  query('record', text, 'The `_id` of a record.'),
  query('from', text, 'A date, or a date and time (RFC 3339).', '2026-11-01'),
  query('to', text, 'A date (inclusive), or a date and time (RFC 3339).', '2026-11-21T09:30:00Z'),
  query('q', text, 'Search words; an entry must contain all of them.'),
];

/** What the document says about mails and audit. */
export const oversightOperations = {
  outbox: (): Operation => ({
    operationId: 'outbox',
    summary: 'List mails',
    description:
      'Newest first. The text of a mail is not included because its links can grant access to accounts.',
    tags,
    parameters: [
      query('state', text, `One or more states, separated by commas: ${mailStates.join(', ')}.`),
      query('kind', text, 'One or more kinds, separated by commas.'),
      query('q', text, 'Part of the address or the name.'),
      ...paging,
    ],
    responses: {
      200: json('Mails', Outbox),
    },
    problems: [400],
  }),

  retry: (): Operation => ({
    operationId: 'retryMail',
    summary: 'Send a mail again',
    description:
      'Sends a parked or waiting mail now, and retries for another two days if that fails.',
    tags,
    parameters: [id],
    responses: {
      200: json('The updated mail', OutboxMail),
    },
    problems: [404, 409],
  }),

  audit: (): Operation => ({
    operationId: 'audit',
    summary: 'List audit entries',
    description:
      'Who did what, when and from where; newest first. Entries are never changed or deleted.',
    tags,
    parameters: [...auditFilter, ...paging],
    responses: {
      200: json('Audit entries', Audit),
    },
    problems: [400],
  }),

  exportAudit: (): Operation => ({
    operationId: 'exportAudit',
    summary: 'Export audit entries',
    description: 'Streams all entries that match the filter. The export itself is recorded too.',
    tags,
    parameters: [query('format', { enum: ['json', 'csv'], default: 'json' }), ...auditFilter],
    responses: {
      200: {
        description:
          "The entries. In CSV, text that a spreadsheet would run as a formula starts with a `'`.",
        content: {
          'application/json': { schema: toAnswerSchema(z.array(AuditLine)) },
          'text/csv': { schema: text },
        },
      },
    },
    problems: [400],
  }),
};

function query(name: string, schema: Schema, description?: string, example?: string): Parameter {
  return {
    name,
    in: 'query',
    schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  };
}
