import { z } from 'zod';
import { Audit, AuditLine, Outbox, OutboxMail } from '../../../contract/oversight.ts';
import { json, toAnswerSchema } from '../../http/operation/answer-schema.ts';
import { mailStates } from '../../../contract/oversight.ts';
import { auditActions } from '../../../contract/oversight.ts';
import type { Operation, Parameter, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/id-parameter.ts';

const tags = ['oversight'];
const text: Schema = { type: 'string' };

const paging: readonly Parameter[] = [
  query('_perPage', { type: 'integer', minimum: 1, maximum: 1000, default: 10 }),
  query('_after', text, '`next` of the answer before'),
];

const auditFilter: readonly Parameter[] = [
  query('action', text, `One or more, separated by commas: ${auditActions.join(', ')}`),
  query('actor', text, '`_id` of a user, or several'),
  query('about', text, '`_id` of the user it was done to, or several'),
  query('resource', text),
  query('record', text, '`_id` of a record'),
  query('from', text, 'A day or a moment (RFC 3339)', '2026-11-01'),
  query('to', text, 'A day, to its end, or a moment', '2026-11-21T09:30:00Z'),
  query('q', text, 'Words that must each occur somewhere in the line'),
];

/** What the document says about mails and audit. */
export const oversightOperations = {
  outbox: (): Operation => ({
    operationId: 'outbox',
    summary: 'The mails, and what became of them',
    description:
      'The newest first. What a mail says is not among it: there are links in mails that open accounts.',
    tags,
    parameters: [
      query('state', text, `One or more, separated by commas: ${mailStates.join(', ')}`),
      query('kind', text, 'One or more, separated by commas'),
      query('q', text, 'A part of the address or the name'),
      ...paging,
    ],
    responses: {
      200: json('Mails', Outbox),
    },
    problems: [400],
  }),

  retry: (): Operation => ({
    operationId: 'retryMail',
    summary: 'Try a mail again, at once',
    description: 'One that was parked, or that waits; and for two days again.',
    tags,
    parameters: [id],
    responses: {
      200: json('The mail as it is now', OutboxMail),
    },
    problems: [404, 409],
  }),

  audit: (): Operation => ({
    operationId: 'audit',
    summary: 'Who did what, and from where',
    description: 'The newest first. What was noted is never changed and never deleted.',
    tags,
    parameters: [...auditFilter, ...paging],
    responses: {
      200: json('Lines', Audit),
    },
    problems: [400],
  }),

  exportAudit: (): Operation => ({
    operationId: 'exportAudit',
    summary: 'The audit as a file',
    description: 'What the filter leaves of it, streamed. The export is noted too.',
    tags,
    parameters: [query('format', { enum: ['json', 'csv'], default: 'json' }), ...auditFilter],
    responses: {
      200: {
        description: "Text a spreadsheet would run as a formula has a `'` in front, in CSV.",
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
