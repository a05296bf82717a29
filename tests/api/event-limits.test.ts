import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

async function open(headers: Record<string, string> = {}) {
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${await api.tokenOf('staff')}`, ...headers },
  });
  return api.api.fetch(request, { address: '127.0.0.1' });
}

async function listen() {
  const reader = readEvents(await open());
  await expect.poll(() => reader.events.length).toBeGreaterThan(0);
  return reader;
}

describe('a stream of events', () => {
  it('is for five at a time of one user', async () => {
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

  it('that cannot begin is not counted among the five', async () => {
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
