import type { Route } from '../../src/api/http/route.ts';
import type { TestApi } from './api.ts';

/** Whether a route can be tried without ending or locking a session, or waiting for a stream that does not end. */
export function isAtDoor({ path }: Route): boolean {
  return !/\/(logout|lock)$/.test(path) && !path.startsWith('/api/sse');
}

/**
 * Calls a route of a record that is not there, with an empty body: 401 or 403 where the door is
 * closed, else `in`. What the body lacks is another matter: this asks who gets as far as that.
 */
export async function knock(
  api: TestApi,
  route: Route,
  token?: string,
): Promise<401 | 403 | 'in' | 'broken'> {
  const answer = await api.call(route.method, route.path.replace(':id', 'none'), {
    ...(token === undefined ? {} : { token }),
    ...(['POST', 'PUT', 'PATCH'].includes(route.method) ? { body: {} } : {}),
  });
  if (answer.status >= 500) return 'broken';
  if (answer.status === 401) return 401;
  return answer.status === 403 && answer.json.code !== 'A011' ? 403 : 'in';
}
