import type { Schema } from '../http/operation/operation.ts';

const text = { type: 'string' };
const nullable = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };
const time = { type: 'string', format: 'date-time' };

function object(properties: Record<string, Schema>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

function list(items: Schema, description: string): Schema {
  return { type: 'array', description, items };
}

const byStatus = { pending: count, confirmed: count, disabled: count, invited: count };
const status = { enum: Object.keys(byStatus) };

/** The answer of `/api/admin/overview`. */
export const overviewSchema: Schema = object({
  total: count,
  byStatus: object(byStatus),
  byRole: list(object({ role: text, total: count, ...byStatus }), 'Every role there is.'),
  mailsWaitSince: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Since when the oldest mail waits, if for more than five minutes.',
  },
  requests: object({
    total: count,
    data: list(
      object({
        _id: text,
        _version: { type: 'integer' },
        name: text,
        email: text,
        organisation: nullable,
        emailProven: { type: 'boolean', description: 'They used the link mailed to the address.' },
        domain: { ...text, description: 'Of the address.' },
        role: text,
        createdAt: time,
        expiresAt: { ...time, description: 'When it is deleted if nobody decides.' },
        duplicates: list(
          object({
            _id: text,
            name: text,
            email: text,
            organisation: nullable,
            status,
            because: list(
              { enum: ['name', 'address', 'nameAndOrganisation'] },
              '`address`: the same but for capitals, dots and what follows a plus.',
            ),
          }),
          'Users they may be already.',
        ),
      }),
      'The hundred oldest.',
    ),
  }),
  signIns: list(
    object({
      userId: text,
      name: text,
      email: text,
      role: text,
      at: time,
      address: nullable,
      browser: nullable,
      system: nullable,
    }),
    'The last twenty.',
  ),
});
