import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createLiveDescriptor, type LiveDescriptor } from '../../src/hosts/live-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';
import { librarySource } from '../support/library.ts';

let api: TestApi;
let live: LiveDescriptor;
let readers: EventReader[];

beforeEach(async () => {
  const source = structuredClone(librarySource);
  // Staff see only the books they have in hand.
  Object.assign(source.resources.books, {
    permissions: {
      staff: { list: { tags: 'staff' }, read: true, create: true, update: true, delete: true },
      viewer: ['list', 'read'],
    },
  });
  live = createLiveDescriptor(toDescriptor(source));
  api = await openTestApi({ descriptor: live.current, news: live });
  readers = [];
});
afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.stop()));
  await api.close();
});

async function open(as: string, headers: Record<string, string> = {}, from = api) {
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${await api.tokenOf(as)}`, ...headers },
  });
  return from.api.fetch(request, { address: '127.0.0.1' });
}

async function listen(as: string, headers: Record<string, string> = {}, from = api) {
  const reader = readEvents(await open(as, headers, from));
  readers.push(reader);
  await expect.poll(() => reader.events.length, within).toBeGreaterThan(0);
  return reader;
}

const within = { timeout: 3_000, interval: 10 };
const kinds = ({ events }: EventReader) => events.map(({ event }) => event);
const told = ({ events }: EventReader) =>
  events.filter(({ event }) => event.startsWith('record.')).map(({ event, data }) => [event, data]);

const create = (resource: string, body: object, from = api) =>
  from.call('POST', `/api/${resource}`, { as: 'admin', body });

describe('the stream of events', () => {
  it('works through proxies, and starts with the current position', async () => {
    const response = await open('staff');
    const reader = readEvents(response);
    readers.push(reader);
    await expect.poll(() => kinds(reader), within).toEqual(['ready']);

    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
    });
    expect(response.headers.has('Content-Encoding')).toBe(false);
    expect(reader.text()).toMatch(/^retry: [23]\d{3}\n\n/);
    expect(reader.events[0]!.data).toEqual({ hash: api.descriptor.hash, role: 'staff' });
  });

  test.each([
    [{}, 401],
    [{ Authorization: 'Bearer x' }, 401],
  ])('refuses %j', async (headers, status) => {
    const { api: app } = api;
    const request = new Request('http://localhost/api/sse/', { headers });

    expect((await app.fetch(request)).status).toBe(status);
  });

  it('reports what is created, changed and deleted, in order, only by _id', async () => {
    const reader = await listen('viewer');

    await create('authors', { _id: 'a1', name: 'Anna', penName: 'hidden' });
    await expect.poll(() => told(reader).length, within).toBe(1);
    const headers = { 'If-Match': '*' };
    await api.call('PATCH', '/api/authors/a1', { as: 'admin', headers, body: { name: 'Berta' } });
    await expect.poll(() => told(reader).length, within).toBe(2);
    await api.call('DELETE', '/api/authors/a1', { as: 'admin', headers });
    await expect.poll(() => told(reader).length, within).toBe(3);

    const data = { resource: 'authors', _id: 'a1' };
    expect(told(reader)).toEqual([
      ['record.created', data],
      ['record.updated', data],
      ['record.deleted', data],
    ]);
    expect(reader.text()).not.toContain('hidden');
  });

  it('sends nothing about resources that the listener cannot read', async () => {
    const reader = await listen('viewer');

    await create('ledgers', { entry: 'x' });
    await create('authors', { _id: 'a2', name: 'Last' });
    await expect.poll(() => told(reader).length, within).toBe(1);

    expect(told(reader)).toEqual([['record.created', { resource: 'authors', _id: 'a2' }]]);
  });

  it('sends nothing about hidden records, also when they are deleted', async () => {
    const reader = await listen('staff');
    const all = await listen('viewer');
    const remove = (id: string) =>
      api.call('DELETE', `/api/books/${id}`, { as: 'admin', headers: { 'If-Match': '*' } });

    await create('books', { _id: 'hidden', title: 'x' });
    await create('books', { _id: 'shown', title: 'y', tags: ['staff'] });
    await expect.poll(() => told(reader).length, within).toBe(1);
    await remove('hidden');
    await remove('shown');
    await expect.poll(() => told(reader).length, within).toBe(2);
    await expect.poll(() => told(all).length, within).toBe(4);

    expect(told(reader)).toEqual([
      ['record.created', { resource: 'books', _id: 'shown' }],
      ['record.deleted', { resource: 'books', _id: 'shown' }],
    ]);
  });

  it('reports a mention on another server to whom it names, and to nobody else', async () => {
    const replica = await api.openReplica();
    const { json: book } = await create('books', { title: 'Dune', tags: ['staff'] });
    const staff = await listen('staff', {}, replica);
    const viewer = await listen('viewer', {}, replica);
    const text = `Please look, @[${api.userId('staff')}]`;
    const body = { resource: 'books', record: book._id, text };
    const { status } = await api.call('POST', '/api/threads', { as: 'admin', body });

    expect(status).toBe(201);
    await expect.poll(() => kinds(staff), within).toContain('inbox.changed');
    await expect.poll(() => kinds(viewer), within).toContain('thread.changed');
    expect(kinds(viewer)).not.toContain('inbox.changed');
    await Promise.all([staff.stop(), viewer.stop()]);
    await replica.close();
  });

  it('reports writes of other servers', async () => {
    const replica = await api.openReplica();
    const reader = await listen('staff');

    await create('authors', { _id: 'far', name: 'Far' }, replica);
    await expect.poll(() => told(reader).length, within).toBe(1);

    expect(told(reader)).toEqual([['record.created', { resource: 'authors', _id: 'far' }]]);
    await replica.close();
  });

  it('resumes where it ended, on any server', async () => {
    const replica = await api.openReplica();
    const first = await listen('staff');
    const { id = '' } = first.events.at(-1)!;
    await first.stop();
    await create('authors', { _id: 'missed', name: 'Missed' });

    const again = await listen('staff', { 'Last-Event-ID': id }, replica);
    await expect.poll(() => told(again).length, within).toBe(1);

    expect(told(again)).toEqual([['record.created', { resource: 'authors', _id: 'missed' }]]);
    await again.stop();
    await replica.close();
  });

  test.each(['', 'x', '1:2', '9:5:', '999999999:999999999:', "1:2:3'"])(
    'asks to reload everything after the unknown position %j',
    async (id) => {
      const reader = await listen('staff', { 'Last-Event-ID': id });

      await expect.poll(() => kinds(reader), within).toEqual(['ready', 'resync']);
    },
  );

  it('also asks to reload instead of reporting many changes at once', async () => {
    const reader = await listen('staff');
    const resource = api.descriptor.resources.get('authors')!;
    const writes = Array.from({ length: 200 }, (_, index) => ({
      id: `many${index}`,
      values: { name: `Name ${index}` },
    }));

    await api.store.writeMany(resource, writes, { userId: null });
    await create('authors', { name: 'One more' });

    await expect.poll(() => kinds(reader), within).toContain('resync');
    expect(told(reader).length).toBeLessThan(2);
  });

  it('ends when the session does', async () => {
    const reader = await listen('staff');

    await api.call('POST', '/api/users/logout', { as: 'staff' });

    await expect(reader.ended).resolves.toBeUndefined();
  });

  it('ends when the role changes, and sends nothing in between', async () => {
    const reader = await listen('staff');

    const path = `/api/users/${api.userId('staff')}`;
    const headers = { 'If-Match': '*' };
    await api.call('PATCH', path, { as: 'admin', headers, body: { role: 'viewer' } });
    await reader.ended;

    expect(told(reader)).toEqual([]);
  });

  it('sends everybody the current configuration version', async () => {
    const reader = await listen('viewer');
    const next = toDescriptor({ ...structuredClone(librarySource), app: { title: 'Renamed' } });

    live.replace(next);

    await expect.poll(() => kinds(reader), within).toEqual(['ready', 'config.changed']);
    expect(reader.events[1]!.data).toEqual({ hash: next.hash });
  });

  it('disconnects a client that does not read', async () => {
    const response = await open('staff');
    const attentive = await listen('viewer');

    for (let batch = 0; batch < 3; batch += 1) {
      const writes = Array.from({ length: 50 }, (_, index) => ({
        id: `slow${batch}-${index}`,
        values: { name: `Slow ${batch} ${index}` },
      }));
      const resource = api.descriptor.resources.get('authors')!;
      await api.store.writeMany(resource, writes, { userId: null });
      await create('authors', { name: `Notice ${batch}` });
      // All at once would be told as one `resync`.
      await expect.poll(() => told(attentive).length, within).toBe(51 * (batch + 1));
    }
    const reader = readEvents(response);
    await reader.ended;

    expect(told(reader).length).toBeLessThan(150);
  });

  it('ends when the server does', async () => {
    const replica = await api.openReplica();
    const reader = await listen('staff', {}, replica);

    await replica.close();

    await expect(reader.ended).resolves.toBeUndefined();
  });
});
