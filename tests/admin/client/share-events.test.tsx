import '../../support/browser-parts.ts';
import { http as msw, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { onServerEvent } from '../../../src/admin/client/events/server-events.ts';
import { shareEvents } from '../../../src/admin/client/events/share-events.ts';
import { saveSession } from '../../../src/admin/client/account/session.ts';
import { openTestApi, signIn } from '../../support/api.ts';
import { closeFirstPages, openFirstPage } from '../../support/open-first-page.ts';

const server = setupServer();
const end = new AbortController();

const api = await openTestApi();
server.listen({ onUnhandledFrame: 'error' });
server.use(msw.all('*/api/*', ({ request }) => api.api.fetch(request, { address: '127.0.0.1' })));
afterEach(() => localStorage.clear());
afterAll(async () => {
  end.abort();
  server.close();
  await api.close();
});

test('a page whose first stream opens after a failure reloads its data', async () => {
  server.use(msw.get('*/api/sse/', () => HttpResponse.error(), { once: true }));
  const { json } = await signIn(api, 'staff');
  saveSession(json);
  const told: string[] = [];
  onServerEvent(({ event }) => told.push(event));

  shareEvents(end.signal);

  await vi.waitFor(() => expect(told).toContain('ready'), { timeout: 20_000 });
  expect(told).toEqual(['lost', 'ready', 'resync']);
});

test('the app ends its stream when it is unmounted', async () => {
  const streams: AbortSignal[] = [];
  const keep = ({ request }: { request: Request }) => {
    streams.push(request.signal);
    return api.api.fetch(request, { address: '127.0.0.1' });
  };
  server.use(msw.get('*/api/sse/', keep));
  const { json } = await signIn(api, 'staff');
  saveSession(json);
  openFirstPage('/dashboard');
  await vi.waitFor(() => expect(streams).toHaveLength(1), { timeout: 20_000 });

  closeFirstPages();

  expect(streams[0]!.aborted).toBe(true);
});
