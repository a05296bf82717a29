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
    summary: 'What a card of the dashboard shows',
    description:
      'The cards are those of `app.dashboard` in the descriptor. One that is for other roles, or whose records or fields you may not see, is not there (404); so is the kind `changes`, which is asked of the lists. A statement has 1,500 ms; an answer that takes longer says `timedOut` and nothing else.',
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
          'The `_id` of the current record (`app.current`): only what refers to it, where the resource does.',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      },
    ],
    responses: {
      200: {
        description: 'By `kind`',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['kind', 'timedOut'],
              properties: {
                kind: { enum: ['count', 'check', 'list', 'chart'] },
                timedOut: { type: 'boolean' },
                total: { ...total, description: 'Of `count`, `check` and `list`' },
                totalIsEstimate: isEstimate,
                isEmpty: {
                  type: 'boolean',
                  description: 'Of `check`: there is no record it could have found',
                },
                trend: { ...trend, description: 'Of `count`: the last thirty days' },
                records: { type: 'array', description: 'Of `list`', items: { type: 'object' } },
                since: { ...day, description: 'Of `chart` by month: the first one' },
                periods: {
                  type: 'array',
                  description: 'Of `chart` by month; months of no record are left out',
                  items: objectOf({ period: { type: 'string' }, count }),
                },
                facet: {
                  type: 'object',
                  description: 'Of `chart` by a field: as the facets of the resource',
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
