import type { Operation } from '../http/operation/operation.ts';

/** What the document says about the stream of events. */
export function eventsOperation(): Operation {
  return {
    operationId: 'events',
    summary: 'What happens, as it happens',
    description: [
      'Server-sent events, authenticated by the header, so to be read with `fetch` and not with `EventSource`.',
      '`ready` {hash, role} comes first; `record.created`, `record.updated`, `record.deleted` {resource, _id} tell of records the caller may read;',
      '`import.progress`, `export.progress`, `process.progress` {id, resource, createdBy, state, rows, counts, bytes?, total?, phase?}: how far an import or its taking back, an export, or other long work is, every second and at its beginning and end, for whoever began it and for admins;',
      '`presence` {resource, _id, people: [{name, editing}]}: who else has a record open, to those who said that they have (`PUT /api/presence`);',
      '`config.changed` {hash}: load `/api/config` anew; `config.problems` {problems}: for developers;',
      '`resync` {}: more has happened than is told one by one, read anew what is shown.',
      'A comment comes every 20 seconds. The stream ends with the session, or when the role changes.',
    ].join('\n'),
    tags: ['system'],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The `id` that came last: what happened since then comes first',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'Events, without an end',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
    problems: [429],
  };
}
