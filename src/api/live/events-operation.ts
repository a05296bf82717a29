import type { Operation } from '../http/operation/operation.ts';

/** What the document says about the stream of events. */
export function eventsOperation(): Operation {
  return {
    operationId: 'events',
    summary: 'Stream events',
    description: [
      'Server-sent events. They are authenticated by the `Authorization` header, so read them with `fetch`; `EventSource` cannot send it.',
      '`ready` {hash, role} is always first. `record.created`, `record.updated` and `record.deleted` {resource, _id} report changes to records that the caller may read.',
      '`import.progress`, `export.progress`, `process.progress` {id, resource, createdBy, state, rows, counts, bytes?, total?, phase?}: the progress of an import (or its undo), an export or other long-running work, sent at the start, every second and at the end to the user who started it and to admins.',
      '`presence` {resource, _id, people: [{name, editing}]}: who else has a record open, sent to users who have reported that they have it open (`PUT /api/presence`).',
      '`config.changed` {hash}: load `/api/config` again. `config.problems` {problems}: for developers only.',
      '`resync` {}: too many changes to report one by one; reload the displayed data.',
      'A comment is sent every 20 seconds. The stream ends with the session, or when the role of the user changes.',
    ].join('\n'),
    tags: ['system'],
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The last received `id`; the stream starts with the events since then.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'An endless stream of events',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
    problems: [429],
  };
}
