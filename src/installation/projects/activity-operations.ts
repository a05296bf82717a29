import type { Operation } from '../../api/http/operation/operation.ts';
import { count, listOf, objectOf, projectOperation, text } from './operation-parts.ts';

const day = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };
const done = { created: count, edited: count, mapped: count };

/** What the document says about who has worked on a project. */
export function userActivityOperation(): Operation {
  return projectOperation({
    name: 'activity.users',
    summary: 'List the user activity of a project',
    description:
      'Returns at most 200 users, most recently active first: how many times each has created or changed a source, extraction or master of the project, or a mapping of one of its terms, in total and for each day. Counts only existing records that the caller may list.',
    parameters: [
      {
        name: 'days',
        in: 'query',
        description: 'The number of days to list one by one, including today.',
        schema: { type: 'integer', minimum: 1, maximum: 366, default: 90 },
      },
    ],
    schema: objectOf({
      since: day,
      data: listOf(
        objectOf({
          user: { ...text, description: 'The `_id` of the user.' },
          name: { type: ['string', 'null'], description: 'Null if the caller may not list users.' },
          ...done,
          lastActive: moment,
          days: listOf(objectOf({ day, ...done })),
        }),
      ),
      more: { type: 'boolean', description: 'Whether there are more users.' },
    }),
  });
}

/** What the document says about what has happened to the sources of a project. */
export function sourceActivityOperation(): Operation {
  return projectOperation({
    name: 'activity.sources',
    summary: 'List the source activity of a project',
    description:
      'Returns a page of sources, least recently changed first: when each was created, when it or one of its extractions was last changed, the number of changes, and the number in each of the last twelve months.',
    parameters: [
      {
        name: '_page',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
      },
      {
        name: '_perPage',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      },
    ],
    schema: objectOf({
      data: listOf(
        objectOf({
          _id: text,
          title: text,
          createdAt: moment,
          lastActive: moment,
          changes: count,
          months: listOf(objectOf({ month: text, count })),
        }),
      ),
      total: count,
      page: count,
      perPage: count,
      pageCount: count,
    }),
  });
}
