import '../../support/browser-parts.ts';
import { http as msw, HttpResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, connectionLost, fetchResponse } from '../../../src/admin/client/http.ts';
import { createQueryClient } from '../../../src/admin/client/query-client.ts';
import { setLanguage } from '../../../src/admin/messages/language.ts';
import {
  endSession,
  saveSession,
  saveToken,
  onSessionChange,
  readSession,
} from '../../../src/admin/client/account/session.ts';
import { openTestApi, signIn } from '../../support/api.ts';

const server = setupServer();
let paths: string[] = [];

const api = await openTestApi();
server.listen({ onUnhandledFrame: 'error' });

beforeEach(async () => {
  server.use(
    msw.all('*/api/*', ({ request }) => {
      paths.push(new URL(request.url).pathname);
      return api.api.fetch(request, { address: '127.0.0.1' });
    }),
  );
  setLanguage('en');
  const { json } = await signIn(api, 'staff');
  saveSession(json);
  paths = [];
});

afterEach(() => {
  server.resetHandlers();
  localStorage.clear();
});

afterAll(async () => {
  server.close();
  await api.close();
});

/** Answers a path otherwise than the API would, for what the API cannot be made to do. */
function answer(path: string, respond: Parameters<typeof msw.all>[1]): void {
  server.use(msw.all(`*${path}`, respond) as RequestHandler);
}

const refreshes = () => paths.filter((path) => path === '/api/auth/refresh').length;

test('sends the access token and returns JSON, headers and status', async () => {
  const { json, status, headers } = await call<{ email: string }>('/api/users/current');

  expect(json.email).toBe('staff@example.org');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('json');
});

test('refreshes an expired token once for any number of simultaneous calls', async () => {
  saveToken('spent');

  const answers = await Promise.all(Array.from({ length: 6 }, () => call('/api/users/current')));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(refreshes()).toBe(1);
  expect(readSession()?.token).not.toBe('spent');
});

test('uses the token that another tab has refreshed instead of refreshing again', async () => {
  const { token } = readSession()!;
  saveToken('spent');
  answer('/api/books', ({ request }) => {
    if (request.headers.get('Authorization') !== 'Bearer spent') return undefined;
    saveToken(token);
    return HttpResponse.json({}, { status: 401 });
  });

  const { status } = await call('/api/books');

  expect(status).toBe(200);
  expect(refreshes()).toBe(0);
});

test.each([401, 404])('ends the session when the refresh returns %i', async (status) => {
  saveToken('spent');
  answer('/api/auth/refresh', () => HttpResponse.json({}, { status }));
  const heard = vi.fn<(why: string) => void>();
  const stop = onSessionChange(heard);

  await expect(call('/api/users/current')).rejects.toMatchObject({ status: 401 });
  stop();

  expect(heard).toHaveBeenCalledWith('ended');
  expect(readSession()).toBeUndefined();
});

test('keeps the session if the server fails during the refresh', async () => {
  saveToken('spent');
  answer('/api/auth/refresh', () => HttpResponse.json({}, { status: 503 }));

  await expect(call('/api/users/current')).rejects.toMatchObject({ status: 503 });

  expect(readSession()?.token).toBe('spent');
});

test('throws a refusal with its problem document and a readable message', async () => {
  const refused = call('/api/books', { method: 'POST', body: { title: 'x', pages: 0 } });

  await expect(refused).rejects.toMatchObject({
    name: 'HttpError',
    status: 422,
    message: 'pages: must be at least 1',
    body: { problems: [{ path: 'pages', code: 'V005' }] },
  });
});

test('words a refusal in the language of the screens', async () => {
  setLanguage('de');

  const refused = call('/api/books', { method: 'POST', body: { title: 'x', pages: 0 } });

  await expect(refused).rejects.toMatchObject({ message: 'pages: muss mindestens 1 sein' });
});

test('reports when no answer arrives', async () => {
  answer('/api/books', () => HttpResponse.error());

  await expect(call('/api/books')).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('is not responding'),
  });
});

test('aborts a call after its timeout', async () => {
  answer('/api/books', () => new Promise<never>(() => {}));

  await expect(call('/api/books', { timeout: 30 })).rejects.toMatchObject({
    status: 0,
    message: expect.stringContaining('in time'),
  });
});

test('does not repeat a query that timed out, and repeats one whose connection broke', async () => {
  const retry = createQueryClient().getDefaultOptions().queries!.retry as (
    failures: number,
    error: Error,
  ) => boolean;
  answer('/api/books', () => new Promise<never>(() => {}));
  const late = await call('/api/books', { timeout: 30 }).catch((error: Error) => error);
  answer('/api/books', () => HttpResponse.error());
  const lost = await call('/api/books').catch((error: Error) => error);

  expect([late, lost].map((error) => retry(0, error as Error))).toEqual([false, true]);
});

test('times out a call and its refresh after 20 seconds each, but never an open stream', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  saveToken('spent');

  await call('/api/users/current');
  expect(limit.mock.calls).toEqual([[20_000], [20_000], [20_000]]);
  await fetchResponse('/api/books/export?format=json');

  expect(limit).toHaveBeenCalledTimes(3);
  limit.mockRestore();
});

test('reports a call that its caller cancelled as cancelled', async () => {
  const controller = new AbortController();
  const running = call('/api/books', { signal: controller.signal });

  controller.abort();

  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});

test('does not report a lost connection for the body of a cancelled call', async () => {
  const called = new DOMException('The user aborted a request.', 'AbortError');
  const body = new ReadableStream({ start: (stream) => stream.error(called) });
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body));

  await expect(call('/api/info')).rejects.toBe(called);

  expect(connectionLost.get()).toBe(false);
  fetching.mockRestore();
});

test('returns a body unread', async () => {
  const response = await fetchResponse('/api/books?_perPage=1');

  expect(response.bodyUsed).toBe(false);
  expect(await response.json()).toHaveProperty('data');
});

test('stores only the five user fields, and removes everything when the session ends', () => {
  const { user, token, refreshToken } = readSession()!;
  saveSession({ user: { ...user, status: 'confirmed' } as typeof user, token, refreshToken });
  localStorage.setItem('RaStore.books.listParams', '{}');
  localStorage.setItem('theme', 'dark');

  expect(Object.keys(JSON.parse(localStorage.getItem('user')!))).toEqual(
    ['_id', 'name', 'email', 'organisation', 'role'].filter((name) => name in user),
  );
  endSession('wished');
  expect(Object.keys(localStorage).sort()).toEqual(['language', 'theme']);
});
