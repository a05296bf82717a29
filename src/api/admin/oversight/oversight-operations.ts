import { auditActions } from '../../../store/system/audit/note-audit.ts';
import { mailStates } from '../../../store/system/outbox/list-outbox.ts';
import type { Operation, Parameter, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/id-parameter.ts';

const tags = ['oversight'];
const text: Schema = { type: 'string' };
const maybeText: Schema = { type: ['string', 'null'] };
const moment: Schema = { type: 'string', format: 'date-time' };
const maybeMoment: Schema = { type: ['string', 'null'], format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };

const mail = object({
  id: text,
  kind: { ...text, description: 'What it tells of, such as `passwordReset`' },
  to: text,
  name: maybeText,
  language: text,
  subject: { ...maybeText, description: 'As it was sent or tried last' },
  state: { enum: mailStates },
  attempts: count,
  createdAt: moment,
  nextAt: { ...maybeMoment, description: 'When it is tried next' },
  endedAt: { ...maybeMoment, description: 'When it was sent or parked' },
  error: { ...maybeText, description: 'What the mail server said last' },
  mayHaveArrivedTwice: {
    type: 'boolean',
    description: 'A server or a connection ended while it was handed over, and it was sent again.',
  },
  mayRetry: { type: 'boolean' },
});

const person = object({ _id: text, name: maybeText, email: maybeText });

const line = object({
  id: text,
  at: moment,
  action: { enum: auditActions },
  actor: {
    oneOf: [person, { type: 'null' }],
    description: 'Who did it, as they were called then. Null: the system, or somebody unknown.',
  },
  about: {
    oneOf: [person, { type: 'null' }],
    description: 'The user it was done to, as they were called then.',
  },
  address: maybeText,
  session: maybeText,
  requestId: maybeText,
  resource: maybeText,
  record: maybeText,
  detail: { type: 'object', description: 'The rest, by action' },
});

const next: Schema = { ...maybeText, description: 'For `_after`; null at the end' };

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
      200: json('Mails', {
        data: { type: 'array', items: mail },
        next,
        counts: object(Object.fromEntries(mailStates.map((state) => [state, count]))),
        delivery: {
          type: ['object', 'null'],
          description: '`{via: "smtp", host}`, or `{via: "files", folder}` without a mail server',
        },
      }),
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
      200: {
        description: 'The mail as it is now',
        content: { 'application/json': { schema: mail } },
      },
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
      200: json('Lines', {
        data: { type: 'array', items: line },
        next,
        actions: { type: 'array', items: text, description: 'All that are ever noted' },
      }),
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
          'application/json': { schema: { type: 'array', items: line } },
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

function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

function json(description: string, properties: Readonly<Record<string, Schema>>) {
  return { description, content: { 'application/json': { schema: object(properties) } } };
}
