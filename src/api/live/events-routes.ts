import { problem } from '../../fields/problem.ts';
import { answerStream } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { eventsOperation } from './events-operation.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { Route } from '../http/route.ts';
import { bearerToken } from '../http/bearer.ts';
import type { Events } from './events.ts';

export type EventParts = { events: Events };

export function eventsRoutes(parts: EventParts): Route[] {
  const route: Route = {
    method: 'GET',
    path: '/api/sse/',
    needs: 'user',
    operation: eventsOperation,
    run: (call) => listen(call, parts),
  };
  return [route, { ...route, path: '/api/sse', alias: true }];
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // nginx and those that imitate it would gather what should flow.
  'X-Accel-Buffering': 'no',
};

async function listen(call: UserCall, { events }: EventParts): Promise<Response | Refusal> {
  const { request, user, sessionId } = call;
  // A stream nobody reads would stay open.
  if (request.method === 'HEAD') return answerStream(call, new Blob([]).stream(), headers);
  const lastEventId = request.headers.get('Last-Event-ID') ?? undefined;
  const token = bearerToken(request) ?? '';
  const listener = await events.open({ token, sessionId, user, lastEventId });
  if (!listener) return refuse(problem('A013', ''), { headers: { 'Retry-After': '10' } });
  request.signal.addEventListener('abort', () => listener.end(), { once: true });
  return answerStream(call, listener.body, headers);
}
