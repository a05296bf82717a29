import { afterAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';

/** As the library, where a role sees some books, all of them without a field, or all without comments. */
const mine = { createdBy: '$user' };
const source = structuredClone(librarySource) as any;
Object.assign(source.roles, { some: {}, mute: {} });
source.resources.users.fields.role.choices.push('some', 'mute');
source.resources.books.duplicates = [{ field: 'title' }];
Object.assign(source.resources.books.permissions, {
  some: { list: mine, read: mine, create: true, update: mine, history: true, export: true },
  mute: { list: true, read: true, history: true, export: true, comment: false },
});
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const SECRET = 'planted-9c1d';

const book = async (as: string, title: string): Promise<string> =>
  (await api.call('POST', '/api/books', { as, body: { title } })).json._id;
const hidden = await book('admin', 'Hidden');
const own = await book('some', 'Own');

async function plant(record: string, body: object = {}): Promise<string> {
  const whole = { resource: 'books', record, text: `${SECRET} ${record}`, query: {}, ...body };
  const { status, json, text } = await api.call('POST', '/api/threads', {
    as: 'admin',
    body: whole,
  });
  if (status !== 201) throw new Error(text);
  return json._id;
}

/** Every way in which a text of a thread, or that there is one, could reach somebody. */
const ways = (record: string, thread: string): readonly [method: string, path: string][] => [
  ['GET', '/api/threads'],
  ['GET', '/api/threads?resource=books'],
  ['GET', `/api/threads?resource=books&record=${record}`],
  ['GET', `/api/threads?q=${SECRET}`],
  ['GET', '/api/threads?status=open&unread=true'],
  ['GET', `/api/threads/${thread}`],
  ['GET', `/api/threads/${thread}/messages`],
  ['GET', `/api/threads/marks?resource=books&records=${record}`],
  ['GET', `/api/threads/people?resource=books&record=${record}`],
  ['GET', '/api/inbox'],
  ['GET', '/api/books?thread_open=true'],
  ['GET', '/api/books?thread_unread=true'],
  ['GET', '/api/books/facets?fields=genre&thread_open=true'],
  ['GET', '/api/books/export?format=json&thread_open=true'],
  ['GET', `/api/search?q=${SECRET}`],
  ['GET', `/api/books/${record}`],
  ['GET', `/api/books/${record}/history`],
  ['GET', '/api/users/current/data'],
];

async function leaksTo(as: string, record: string, thread: string): Promise<string[]> {
  const leaks: string[] = [];
  for (const [method, path] of ways(record, thread)) {
    const { status, text, json } = await api.call(method, path, { as });
    const isCounted = path.includes('thread_') && (json?.total > 0 || json?.[0]?._id === record);
    if (text.includes(SECRET) || text.includes(thread) || (status === 200 && isCounted))
      leaks.push(path);
  }
  return leaks;
}

describe.each([
  ['of a record that their rows hide', 'some', hidden, {}],
  ['at a field that they may not read', 'some', own, { field: 'secret' }],
  ['in a collection whose comments are not for them', 'mute', hidden, {}],
  ['in a collection that they do not know', 'viewer', hidden, { field: 'secret' }],
])('a thread %s', (_, as, record, body) => {
  test('reaches nobody by any way', async () => {
    const thread = await plant(record, body);

    expect(await leaksTo(as, record, thread)).toEqual([]);
    // The ways do tell it to somebody who may read it.
    expect((await leaksTo('dev', record, thread)).length).toBeGreaterThan(6);
    await api.database.query('truncate backoffice.threads cascade');
  });
});

test('a thread that becomes hidden is gone from the inbox and the lists', async () => {
  const thread = await plant(own, { text: `${SECRET} @[${api.userId('some')}]` });
  expect((await api.call('GET', '/api/inbox', { as: 'some' })).json.unread).toBe(1);

  // The record belongs to somebody else now.
  await api.database.query(`update "books" set "createdBy" = $1 where _id = $2`, [
    api.userId('admin'),
    own,
  ]);
  expect(await leaksTo('some', own, thread)).toEqual([]);
});

test('a thread follows its record through trash, merge, undo and erasure', async () => {
  const [keep, gone] = [await book('admin', 'Keep'), await book('admin', 'Gone')];
  const thread = await plant(gone);
  const at = async () => (await api.call('GET', `/api/threads/${thread}`, { as: 'admin' })).json;

  const body = { keep, merge: [gone], versions: { [keep]: 1, [gone]: 1 } };
  const merged = await api.call('POST', '/api/books/merge', { as: 'admin', body });
  expect(merged.status).toBe(200);
  expect((await at()).record).toBe(keep);
  const undone = await api.call('POST', `/api/changes/${merged.json.merge}/undo`, {
    as: 'admin',
    body: {},
  });
  expect(undone.status).toBeLessThan(300);
  await expect.poll(async () => (await at()).record).toBe(gone);

  await api.call('POST', `/api/books/${gone}/erase`, { as: 'admin', body: {} });
  expect((await at()).code).toBe('S001');
});
