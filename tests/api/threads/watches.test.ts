import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { followWatches } from '../../../src/services/threads/follow-watches.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';

/** As the library, where a role sees only its own books, and the field `secret` is for others. */
const mine = { createdBy: '$user' };
const source = structuredClone(librarySource) as any;
source.roles.some = {};
source.resources.users.fields.role.choices.push('some');
source.resources.books.duplicates = [{ field: 'title' }];
source.resources.books.permissions.some = { list: mine, read: mine, create: true, update: mine };
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate backoffice.inbox, backoffice.watches');
});

const { database } = api;
const follow = () => followWatches({ database, descriptor });
const addBook = async (title: string, as = 'admin'): Promise<string> =>
  (await api.call('POST', '/api/books', { as, body: { title } })).json._id;
const change = (id: string, body: object, as = 'admin') =>
  api.call('PATCH', `/api/books/${id}`, { as, headers: { 'If-Match': '*' }, body });
const watch = async (body: object, as = 'staff') =>
  await api.call('PUT', '/api/watches', { as, body });
const watched = async (as = 'staff') => (await api.call('GET', '/api/watches', { as })).json.data;
const entries = async (as = 'staff') => (await api.call('GET', '/api/inbox', { as })).json.data;
const ofBooks = { resource: 'books' };

describe('a watched record', () => {
  test('has one entry an hour for what others change', async () => {
    const record = await addBook('Dune');
    const { json } = await watch({ ...ofBooks, record });
    expect((await watch({ ...ofBooks, record })).json).toEqual(json);
    await change(record, { pages: 1 });
    await follow();
    await change(record, { pages: 2 });
    await change(record, { pages: 3 }, 'staff');
    await addBook('Emma');
    await follow();
    await follow();

    const by = api.userId('admin');
    expect(await entries()).toMatchObject([
      { kind: 'watched', ...ofBooks, record, title: 'Dune', count: 2, by, change: 'changed' },
    ]);
    await api.call('DELETE', `/api/watches/${json._id}`, { as: 'staff' });
    await api.call('POST', '/api/inbox/read', { as: 'staff', body: { all: true } });
    await change(record, { pages: 4 });
    await follow();
    expect(await entries()).toHaveLength(1);
  });

  test('has no entry once the watcher no longer sees it', async () => {
    const record = await addBook('Dune', 'some');
    await watch({ ...ofBooks, record }, 'some');
    await change(record, { pages: 1 });
    await follow();
    expect(await entries('some')).toHaveLength(1);
    const pass = (to: string) =>
      database.query(`update "books" set "createdBy" = $1 where _id = $2`, [
        api.userId(to),
        record,
      ]);
    await pass('admin');
    await change(record, { pages: 2 });
    await follow();

    expect([await entries('some'), await watched('some')]).toEqual([[], []]);
    await pass('some');
    expect(await entries('some')).toMatchObject([{ count: 1 }]);
  });

  test('has no entry for fields that the watcher may not read', async () => {
    const record = await addBook('Dune');
    await watch({ ...ofBooks, record });
    await watch({ ...ofBooks, record }, 'dev');
    await change(record, { secret: 'x' });
    await follow();

    expect(await entries()).toEqual([]);
    expect(await entries('dev')).toHaveLength(1);
  });

  test('is still watched after a merge, and forgotten with its record', async () => {
    const [keep, gone] = [await addBook('Dune'), await addBook('Dune 2')];
    await watch({ ...ofBooks, record: gone });
    const body = { keep, merge: [gone], versions: { [keep]: 1, [gone]: 1 } };
    expect((await api.call('POST', '/api/books/merge', { as: 'admin', body })).status).toBe(200);
    expect(await watched()).toMatchObject([{ record: keep, title: 'Dune' }]);
    await change(keep, { pages: 7 });
    await follow();
    expect(await entries()).toMatchObject([{ record: keep, count: 1 }]);

    await api.call('POST', `/api/books/${keep}/erase`, { as: 'admin', body: {} });
    expect(await entries()).toEqual([]);
    await api.call('DELETE', `/api/books/${keep}`, { as: 'admin', headers: { 'If-Match': '*' } });
    await api.call('DELETE', '/api/books/trash', { as: 'admin', body: { all: true } });
    expect(await database.rows('select record from backoffice.watches')).toEqual([]);
  });
});

test('a change set of many new records is one entry that says how many', async () => {
  await watch(ofBooks);
  const body = new FormData();
  const titles = Array.from({ length: 30 }, (_, at) => `Book ${at}`);
  body.append('file', new File([`title\n${titles.join('\n')}\n`], 'books.csv'));
  const { status } = await api.call('POST', '/api/books/import', { as: 'admin', body });
  expect(status).toBe(200);
  await follow();

  expect(await entries()).toMatchObject([
    { kind: 'watched', ...ofBooks, record: null, count: 30, change: 'created' },
  ]);
});

test('somebody can watch what they created, in all collections', async () => {
  const own = await addBook('Own', 'staff');
  await watch({ own: true });
  expect(await watched()).toMatchObject([{ resource: null, record: null, thread: null }]);
  await change(own, { pages: 5 });
  await change(await addBook('Of others'), { pages: 5 });
  await follow();

  expect(await entries()).toMatchObject([{ record: own, count: 1, change: 'changed' }]);
});

describe('a thread', () => {
  const open = async (text: string): Promise<string> => {
    const body = { ...ofBooks, record: await addBook('Dune'), text };
    return (await api.call('POST', '/api/threads', { as: 'admin', body })).json._id;
  };
  const write = (thread: string, as = 'admin') =>
    api.call('POST', `/api/threads/${thread}/messages`, { as, body: { text: 'More.' } });

  test('is watched by those whom it names, until they stop', async () => {
    const thread = await open(`See @[${api.userId('staff')}].`);
    const { json } = await api.call('GET', `/api/threads/${thread}`, { as: 'staff' });
    expect(await watched()).toMatchObject([{ _id: json.watch, thread, title: 'Dune' }]);
    await write(thread);
    await api.call('DELETE', `/api/watches/${json.watch}`, { as: 'staff' });
    await write(thread);

    expect((await entries()).map(({ kind }: { kind: string }) => kind)).toEqual([
      'message',
      'mention',
    ]);
  });

  test('can be watched by others who may read it', async () => {
    const thread = await open('Strange.');
    expect((await watch({ thread })).json).toMatchObject({ thread, ...ofBooks, title: 'Dune' });
    expect((await watch({ thread }, 'some')).json.problems).toMatchObject([{ path: 'thread' }]);
    await write(thread);

    expect(await entries()).toMatchObject([{ kind: 'message', thread }]);
  });
});

describe('a saved view', () => {
  const addView = async (settings: object, as = 'staff'): Promise<string> => {
    const body = { resource: 'books', name: `View ${(views += 1)}`, ...settings };
    return (await api.call('POST', '/api/views', { as, body })).json._id;
  };
  let views = 0;

  test('says which records enter and leave it, and which of its records change in chosen fields', async () => {
    const [long, short, other] = [
      await addBook('Long'),
      await addBook('Short'),
      await addBook('No'),
    ];
    await change(long, { pages: 500 });
    const view = await addView({ where: { pages_gte: 100 } });
    const { json } = await watch({ view, fields: ['title'] });
    expect(json).toMatchObject({ ...ofBooks, view, name: 'View 1', fields: ['title'] });
    await change(long, { title: 'Longer' });
    await change(short, { pages: 200 });
    await change(other, { pages: 20 });
    await follow();
    await change(short, { pages: 30 });
    await change(long, { pages: 501 });
    await change(other, { pages: 900 }, 'staff');
    await follow();

    const seen = (await entries()).map((each: any) => [each.change, each.record, each.view]);
    expect(seen.toSorted()).toEqual([
      ['changed', long, 'View 1'],
      ['entered', short, 'View 1'],
      ['left', short, 'View 1'],
    ]);
  });

  test('says nothing of records that its watcher may not see, nor of a view that is no longer theirs', async () => {
    const own = await addBook('Own', 'some');
    const hidden = await addBook('Hidden');
    const view = await addView(
      { where: { pages_gte: 100 }, people: [api.userId('some')] },
      'admin',
    );
    expect((await watch({ view }, 'some')).status).toBe(200);
    await change(own, { pages: 200 });
    await change(hidden, { pages: 200 });
    await follow();
    expect(await entries('some')).toMatchObject([{ change: 'entered', record: own }]);
    await database.query(`update backoffice.views set people = '{}' where id = $1`, [view]);

    expect([await entries('some'), await watched('some')]).toEqual([[], []]);
  });

  test.each([
    ['whose filter they may not use', { where: { secret: 'x' } }, {}, 'view'],
    ['with search words', { q: 'dune' }, {}, 'view'],
    ['with a field that they may not read', {}, { fields: ['secret'] }, 'fields.0'],
  ])('%s is not for the watcher', async (_, settings, body, path) => {
    const view = await addView({ ...settings, people: [api.userId('staff')] }, 'admin');
    const { json, status } = await watch({ view, ...body });

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ path }]);
  });
});

test.each([
  ['a collection that does not exist', { resource: 'nothing' }, 'resource'],
  ['a record that does not exist', { ...ofBooks, record: 'nothing' }, 'record'],
  ['a record without its collection', { own: true, record: 'b1' }, 'record'],
  ['a view that does not exist', { view: 'nothing' }, 'view'],
  ['two things at once', { ...ofBooks, own: true }, ''],
  ['nothing', {}, ''],
])('%s cannot be watched', async (_, body, path) => {
  const { json, status } = await watch(body);

  expect(status).toBeGreaterThanOrEqual(400);
  expect(json.problems).toMatchObject([{ path }]);
});
