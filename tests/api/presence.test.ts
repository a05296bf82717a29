import { afterAll, afterEach, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';
import { librarySource } from '../support/library.ts';
import { openSessionOf } from '../support/open-session.ts';

let readers: EventReader[] = [];

const source = structuredClone(librarySource);
// Staff see only the books they have in hand, and know the names of others. Viewers do not.
Object.assign(source.resources.books, {
  permissions: { staff: { list: true, read: { tags: 'staff' } }, viewer: ['list', 'read'] },
});
Object.assign(source.resources.users, { permissions: { staff: ['list', 'read'] } });
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
const replica = await api.openReplica();
for (const [_id, tags] of [
  ['theirs', ['staff']],
  ['hidden', []],
  ['other', ['staff']],
] as const)
  await api.call('POST', '/api/books', { as: 'admin', body: { _id, title: _id, tags } });
afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.stop()));
  readers = [];
  await api.database.query('delete from backoffice.presence');
  await api.database.query('delete from backoffice.attempts');
});
afterAll(async () => {
  await replica.close();
  await api.close();
});

type Said = { _id?: string; resource?: string; state?: string; tab?: string };

function say(token: string, said: Said = {}, at = api) {
  const body = { tab: 'one', resource: 'books', _id: 'theirs', state: 'open', ...said };
  return at.call('PUT', '/api/presence', { token, body });
}

async function listen(token: string, at = api): Promise<EventReader> {
  const headers = { Authorization: `Bearer ${token}` };
  const request = new Request('http://localhost/api/sse/', { headers });
  const reader = readEvents(await at.api.fetch(request, { address: '127.0.0.1' }));
  readers.push(reader);
  await expect.poll(() => reader.events.length, within).toBeGreaterThan(0);
  return reader;
}

const within = { timeout: 8_000, interval: 10 };
const told = ({ events }: EventReader) =>
  events.filter(({ event }) => event === 'presence').map(({ data }) => data.people);

const last = (reader: EventReader) => told(reader).at(-1);
const howManyLost = async (): Promise<number> =>
  (await api.database.query('select from backoffice.presence where is_lost')).rows.length;
const ofWhich = ({ events }: EventReader) =>
  new Set(events.filter(({ event }) => event === 'presence').map(({ data }) => data._id));

describe('a user who has a record open', () => {
  it('sees the names of others, if they may, and when they type and leave, across servers', async () => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    const reader = await listen(staff);
    await say(staff);

    const { json } = await say(viewer, {}, replica);
    await expect.poll(() => last(reader), within).toEqual([{ name: 'viewer', editing: false }]);
    await say(viewer, { state: 'editing' }, replica);
    await expect.poll(() => last(reader), within).toEqual([{ name: 'viewer', editing: true }]);
    const { status } = await say(viewer, { state: 'closed' }, replica);
    await expect.poll(() => last(reader), within).toEqual([]);

    expect(json).toEqual({ people: [{ name: '', editing: false }] });
    expect(status).toBe(204);
    expect(reader.text()).not.toMatch(/@|viewer-|role":"viewer/);
  });

  it('counts once for any number of windows, and is not shown to themselves', async () => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    await say(staff, { tab: 'one' });
    await say(staff, { tab: 'two', state: 'editing' });
    await say(await openSessionOf(api, 'staff'), { tab: 'one' });

    expect((await say(viewer)).json.people).toEqual([{ name: '', editing: true }]);
    expect((await say(staff)).json.people).toEqual([{ name: 'viewer', editing: false }]);
  });

  it('moves to the next record when they open it', async () => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    const reader = await listen(staff);
    await say(staff);
    await say(viewer);
    await expect.poll(() => last(reader)?.length, within).toBe(1);

    await say(viewer, { _id: 'other' });

    await expect.poll(() => last(reader), within).toEqual([]);
  });

  it('gets nothing about records they have not opened', async () => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    const reader = await listen(staff);
    await say(staff);

    await say(viewer, { _id: 'other' });
    await say(viewer, { tab: 'two' });
    await expect.poll(() => last(reader)?.length, within).toBe(1);

    expect(ofWhich(reader)).toEqual(new Set(['theirs']));
  });

  it('sends nothing new by repeating it', async () => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    const reader = await listen(staff);
    await say(staff);
    await say(viewer);
    await expect.poll(() => last(reader)?.length, within).toBe(1);
    const before = told(reader).length;

    await say(viewer);
    await say(staff);
    await say(viewer, { _id: 'other' });
    await expect.poll(() => last(reader), within).toEqual([]);

    expect(told(reader)).toHaveLength(before + 1);
  });

  it.each([
    ['signs out', (token: string) => api.call('POST', '/api/users/logout', { token })],
    [
      'has been silent for long',
      () =>
        api.database.query(
          `update backoffice.presence set seen_at = seen_at - interval '26 seconds'
           where user_id = '${api.userId('viewer')}'`,
        ),
    ],
  ])('disappears when they %s', async (_, leave) => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    await say(viewer);
    expect((await say(staff)).json.people).toHaveLength(1);

    await leave(viewer);

    expect((await say(staff)).json.people).toEqual([]);
  });

  it('disappears when their connection breaks, unless they return', async () => {
    const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
    const again = await openSessionOf(api, 'admin');
    const reader = await listen(staff);
    const [lost, broken] = [await listen(viewer, replica), await listen(again, replica)];
    await say(staff);
    await say(viewer, {}, replica);
    await say(again, {}, replica);
    await expect.poll(() => last(reader)?.length, within).toBe(2);

    await Promise.all([lost.stop(), broken.stop()]);
    await expect.poll(howManyLost, within).toBe(2);
    await listen(again);
    await say(again);

    const theOther = [{ name: 'admin', editing: false }];
    await expect.poll(() => last(reader), within).toEqual(theOther);
  });
});

test.each([
  ['hidden from them', 'staff', { _id: 'hidden' }],
  ['that is not there', 'staff', { _id: 'none' }],
  ['of a resource they may not read', 'viewer', { resource: 'ledgers' }],
  ['of a resource that is not there', 'viewer', { resource: 'none' }],
])('nobody is announced %s', async (_, as, said) => {
  const token = await openSessionOf(api, as);
  await say(await openSessionOf(api, 'admin'), { _id: 'hidden' });

  const { status, json } = await say(token, said);

  expect(status).toBe(404);
  expect(json).toMatchObject({ code: 'S001' });
  const { rows } = await api.database.query('select from backoffice.presence');
  expect(rows).toHaveLength(1);
});

it('presence reveals nothing of a record that becomes hidden while it is open', async () => {
  const [staff, viewer] = [await openSessionOf(api, 'staff'), await openSessionOf(api, 'viewer')];
  const reader = await listen(staff);
  const change = (tags: string[]) =>
    api.call('PATCH', '/api/books/theirs', {
      as: 'admin',
      headers: { 'If-Match': '*' },
      body: { tags },
    });
  await say(staff);
  await expect.poll(() => last(reader), within).toEqual([]);
  reader.events.length = 0;
  await say(staff, { tab: 'two', _id: 'other' });
  await change([]);

  await say(viewer);
  await say(viewer, { tab: 'two', _id: 'other' });
  await expect.poll(() => last(reader)?.length, within).toBe(1);

  expect(ofWhich(reader)).toEqual(new Set(['other']));
  await change(['staff']);
});

test('a session has at most twenty windows, and a limited number of messages', async () => {
  const staff = await openSessionOf(api, 'staff');
  const statuses: number[] = [];
  for (let tab = 0; tab < 62; tab += 1)
    statuses.push((await say(staff, { tab: `tab${tab}` })).status);

  const { rows } = await api.database.query('select from backoffice.presence');
  expect(rows).toHaveLength(20);
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
  expect(statuses.slice(60)).toContain(429);
});
