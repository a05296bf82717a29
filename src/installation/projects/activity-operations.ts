import type { Operation } from '../../api/http/operation/operation.ts';
import { count, listOf, objectOf, projectOperation, text } from './operation-parts.ts';

const day = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };
const done = { created: count, edited: count, mapped: count };

/** What the document says about who has worked on a project. */
export function userActivityOperation(): Operation {
  return projectOperation({
    name: 'activity.users',
    summary: 'Who has worked on a project',
    description:
      'Per user, the latest first, at most 200: how many times they made or changed a source, an extraction or a master of the project, and how many times a mapping of one of its words; and the same for each day on which they did. Of records that are there and that the caller may list.',
    parameters: [
      {
        name: 'days',
        in: 'query',
        description: 'How many days are told one by one, today included',
        schema: { type: 'integer', minimum: 1, maximum: 366, default: 90 },
      },
    ],
    schema: objectOf({
      since: day,
      data: listOf(
        objectOf({
          user: { ...text, description: 'The `_id`' },
          name: { type: ['string', 'null'], description: 'Null for who may not list users' },
          ...done,
          lastActive: moment,
          days: listOf(objectOf({ day, ...done })),
        }),
      ),
      more: { type: 'boolean', description: 'There are further users.' },
    }),
  });
}

/** What the document says about what has happened to the sources of a project. */
export function sourceActivityOperation(): Operation {
  return projectOperation({
    name: 'activity.sources',
    summary: 'What has happened to the sources of a project',
    description:
      'A page of its sources, those first that nothing has happened to for longest: when they were made, when something happened last to them or to an extraction of theirs, how many changes there were, and how many in each of the last twelve months.',
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
