import { afterAll, describe, expect, it, vi } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';

const api = await openTestApi();
afterAll(() => api.close());

async function open(headers: Record<string, string> = {}, from = api, as = 'staff') {
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${await api.tokenOf(as)}`, ...headers },
  });
  return from.api.fetch(request, { address: '127.0.0.1' });
}

async function listen(from = api, as = 'staff') {
  const reader = readEvents(await open({}, from, as));
  await expect.poll(() => reader.events.length).toBeGreaterThan(0);
  return reader;
}

describe('a stream of events', () => {
  it('is limited to five at a time per user', async () => {
    const readers: EventReader[] = [];
    for (let count = 0; count < 5; count += 1) readers.push(await listen());

    const sixth = await open();
    await readers[0]!.stop();
    const next = await open();
    await next.body?.cancel();

    expect(sixth.status).toBe(429);
    expect(sixth.headers.get('Retry-After')).toBe('10');
    expect(await sixth.json()).toMatchObject({ code: 'A013' });
    expect(next.status).toBe(200);
    await Promise.all(readers.map((each) => each.stop()));
  });

  it('is not counted if it cannot begin', async () => {
    const reader = await listen();
    const place = { 'Last-Event-ID': reader.events.at(-1)!.id! };
    await reader.stop();
    await api.database.query('alter table backoffice.history rename to away');
    const failed = [];
    for (let count = 0; count < 5; count += 1) failed.push(await open(place));
    await api.database.query('alter table backoffice.away rename to history');

    const next = await open();
    await next.body?.cancel();

    expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 500));
    expect(next.status).toBe(200);
  });
});

describe('an open stream', () => {
  it('sends a heartbeat every twenty seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const other = await api.openReplica();
    try {
      const reader = await listen(other);
      vi.advanceTimersByTime(19_999);
      const before = reader.text();
      vi.advanceTimersByTime(1);
      await expect.poll(() => reader.text()).toContain(': ping\n\n');
      expect(before).not.toContain(': ping');
      await reader.stop();
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });

  it('sends developers each new problem of the descriptor once', async () => {
    let troubles: object[] = [];
    let tell = () => {};
    const subscribe = (listener: () => void) => {
      tell = listener;
      return () => {};
    };
    const news = { troubles: () => troubles, subscribe } as never;
    const other = await api.openReplica({ news });
    const [admin, staff] = [await listen(other, 'admin'), await listen(other)];
    const trouble = { code: 'D006', path: '', title: 'x', file: 'resources.json' };

    const seen = () => admin.events.slice(1).map(({ event, data }) => [event, data.problems]);
    tell();
    for (const problems of [[trouble], []]) {
      troubles = problems;
      tell();
      tell();
      await expect.poll(() => seen().at(-1)).toEqual(['config.problems', problems]);
    }

    expect(seen()).toHaveLength(2);
    expect(staff.events).toHaveLength(1);
    await other.close();
  });

  it('ends with its request, and is not opened by HEAD', async () => {
    const clients = Array.from({ length: 5 }, () => new AbortController());
    const headers = { Authorization: `Bearer ${await api.tokenOf('viewer')}` };
    const ask = (more: RequestInit = {}) =>
      api.api.fetch(new Request('http://localhost/api/sse/', { headers, ...more }), {
        address: '127.0.0.1',
      });
    for (let count = 0; count < 5; count += 1) {
      const head = await ask({ method: 'HEAD' });
      expect(head.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    }
    for (const { signal } of clients) expect((await ask({ signal })).status).toBe(200);
    expect((await ask()).status).toBe(429);

    for (const client of clients) client.abort();

    const next = await ask();
    expect(next.status).toBe(200);
    await next.body?.cancel();
  });
});
