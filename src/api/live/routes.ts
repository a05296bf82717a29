import { events as eventData } from '../../contract/events.ts';
import { PresenceReport, PresentPeople } from '../../contract/people/presence.ts';
import { problem } from '../../fields/problems/problem.ts';
import { answerStream, type Reply } from '../http/answer/answer.ts';
import { bearerToken } from '../http/admit.ts';
import type { UserCall } from '../http/call.ts';
import { json, jsonBody, toAnswerSchema } from '../http/operation/schemas.ts';
import { refuse } from '../../services/refusal.ts';
import { type Route, route, withArgument } from '../http/route.ts';
import type { Events } from './events.ts';
import { reportPresence } from './presence.ts';

export type EventServices = { events: Events };

/** The event stream, and the route to report which record is open. */
export function liveRoutes(services: EventServices): Route[] {
  const stream = route(
    'GET /api/sse/',
    withArgument(listen, services),
    { needs: 'user', takesKey: true },
    () => ({
      operationId: 'events',
      summary: 'Stream events',
      description: [
        'Server-sent events. They are authenticated by the `Authorization` header, so read them with `fetch`; `EventSource` cannot send it. `x-events` describes the data of the events.',
        '`ready` is always first. `record.created`, `record.updated` and `record.deleted` report changes to records that the caller may read.',
        '`import.progress`, `export.progress`, `process.progress`: the progress of an import (or its undo), an export or other long-running work, sent at the start, every second and at the end to the user who started it and to admins.',
        '`presence`: who else has a record open, sent to users who have reported that they have it open (`PUT /api/presence`).',
        '`thread.changed`: somebody wrote in a thread that the caller may read. `inbox.changed`: the inbox of the caller has news. `missed`: some of these may be missing.',
        '`config.changed`: load `/api/config` again. `config.problems`: for developers only.',
        '`resync`: too many changes to report one by one; reload the displayed data.',
        'A comment is sent every 20 seconds. The stream ends with the session, or when the role of the user changes.',
      ].join('\n'),
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
      'x-events': Object.fromEntries(
        [...Map.groupBy(Object.entries(eventData), ([, data]) => data)].map(([data, events]) => [
          events.map(([name]) => name).join(', '),
          toAnswerSchema(data),
        ]),
      ),
    }),
  );
  return [
    stream,
    { ...stream, path: '/api/sse', alias: true },
    route('PUT /api/presence', reportPresence, 'user', () => ({
      operationId: 'presence',
      summary: 'Report that you have a record open',
      description: [
        'Send this request every 10 seconds, and immediately when something changes. After 25 seconds without a report, or soon after its event stream ends, a window counts as closed.',
        'While a record is open, `presence` events report who opens and closes it.',
        'A record that the caller cannot read is not found (404). Only the names of other users are returned.',
      ].join('\n'),
      requestBody: jsonBody(PresenceReport),
      responses: {
        200: json('Other users who have the record open', PresentPeople),
        204: { description: 'Closed' },
      },
      problems: [404],
    })),
  ];
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Proxies such as nginx would otherwise buffer the events.
  'X-Accel-Buffering': 'no',
};

async function listen(call: UserCall, { events }: EventServices): Promise<Reply> {
  const { request, user, viewer, sessionId, key } = call;
  // Nobody would read the stream of a HEAD request, so it would stay open.
  if (request.method === 'HEAD') return answerStream(call, new Blob([]).stream(), headers);
  const lastEventId = request.headers.get('Last-Event-ID') ?? undefined;
  const token = bearerToken(request) ?? '';
  const listener = await events.open({ token, sessionId, user, viewer, key, lastEventId });
  if (!listener) return refuse(problem('A013', ''), { headers: { 'Retry-After': '10' } });
  request.signal.addEventListener('abort', () => listener.end(), { once: true });
  return answerStream(call, listener.body, headers);
}
