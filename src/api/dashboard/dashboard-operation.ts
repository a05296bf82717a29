import type { Operation, Schema } from '../http/operation/operation.ts';

const count: Schema = { type: 'integer', minimum: 0 };
const day: Schema = { type: 'string', format: 'date' };
const total: Schema = { type: ['integer', 'null'], minimum: 0 };
const isEstimate: Schema = { type: 'boolean' };

function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

const trend: Schema = {
  ...objectOf({
    since: day,
    days: {
      type: 'array',
      items: objectOf({ day, created: count, deleted: { type: ['integer', 'null'] } }),
    },
  }),
  type: ['object', 'null'],
};

/** What the document says about the cards of the dashboard. */
export function dashboardOperation(): Operation {
  return {
    operationId: 'dashboard.card',
    summary: 'Get the content of a dashboard card',
    description:
      'The cards are declared in `app.dashboard` of the descriptor. A card for other roles, or with records or fields you may not see, is not found (404). The same applies to cards of kind `changes`, which use the lists instead. Each query is limited to 1,500 ms; if it takes longer, the response contains only `timedOut`.',
    tags: ['desk'],
    parameters: [
      {
        name: 'card',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        example: 'books',
      },
      {
        name: 'current',
        in: 'query',
        description:
          'The `_id` of the pinned record (`app.current`). Only records that refer to it are included, if the resource can refer to it.',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      },
    ],
    responses: {
      200: {
        description: 'The content, depending on `kind`',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['kind', 'timedOut'],
              properties: {
                kind: { enum: ['count', 'check', 'list', 'chart'] },
                timedOut: { type: 'boolean' },
                total: { ...total, description: 'For `count`, `check` and `list`.' },
                totalIsEstimate: isEstimate,
                isEmpty: {
                  type: 'boolean',
                  description: 'For `check`: whether there are no records to check at all.',
                },
                trend: { ...trend, description: 'For `count`: the last 30 days.' },
                records: { type: 'array', description: 'For `list`.', items: { type: 'object' } },
                since: { ...day, description: 'For `chart` by month: the first month.' },
                periods: {
                  type: 'array',
                  description: 'For `chart` by month; months without records are left out.',
                  items: objectOf({ period: { type: 'string' }, count }),
                },
                facet: {
                  type: 'object',
                  description: 'For `chart` by a field: the same shape as a facet of the resource.',
                },
              },
            },
          },
        },
      },
    },
    problems: [404, 414],
  };
}
