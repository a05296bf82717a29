import { describe, expect, test } from 'vitest';
import { announceChanges } from '../../../src/store/connection/changes.ts';
import { webhookTables } from '../../../src/store/schema/system-tables/webhook-tables.ts';
import { listDue } from '../../../src/store/system/webhooks/deliveries.ts';
import { accept, answerWith, findLogged, makeWebhook } from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target, createBook } = await openWebhookTests({ isDelivering: true });

const both = { resources: ['books', 'authors'] };
const root = '/api/admin/webhooks';
const call = (method: string, path: string, body?: unknown) =>
  api.call(method, path, { as: 'admin', body });
const createAuthor = async (name: string) => (await call('POST', '/api/authors', { name })).json;
const problemsOf = ({ json }: { json: any }) =>
  json.problems.map(({ code, path }: { code: string; path: string }) => [code, path]);

/** Writes a book and an author that have the same `_id`. */
async function writeTwins(id: string, title = id): Promise<void> {
  const values = { books: { title }, authors: { name: title } };
  for (const name of ['books', 'authors'] as const)
    await api.store.writeMany(api.descriptor.resources.get(name)!, [{ id, values: values[name] }], {
      userId: null,
    });
  // Only requests announce what they write.
  await announceChanges(api.database);
}

describe('a webhook with several collections', () => {
  test('sends the changes of each in the order of the writes, with the name of the collection', async () => {
    await makeWebhook(api, target.url, both);

    const austen = await createAuthor('Jane Austen');
    const emma = await createBook('Emma', { author: austen._id });
    const lee = await createAuthor('Harper Lee');
    await call('POST', '/api/ledgers', { entry: 'Not sent' });
    const last = await createBook('Persuasion');

    const received = await target.receive(4);
    expect(received.map(({ json: { type, data } }) => [type, data.resource, data.id])).toEqual([
      ['authors.created', 'authors', austen._id],
      ['books.created', 'books', emma._id],
      ['authors.created', 'authors', lee._id],
      ['books.created', 'books', last._id],
    ]);
    expect(received[0]!.json.data.record).toMatchObject({ name: 'Jane Austen' });
    expect(received[1]!.json.data.record).toMatchObject({ title: 'Emma', author: austen._id });
  });

  test('tests and sends again what belongs to any of them, and its log names the collection', async () => {
    const { id } = (await makeWebhook(api, target.url, both)).json;
    const author = await createAuthor('Mary Shelley');
    await findLogged(
      api,
      id,
      ({ record, state }) => record === author._id && state === 'delivered',
    );

    const tried = await call('POST', `${root}/${id}/test`, { record: author._id });
    const delivery = `msg_${id}_${(await lastSeq()).toString()}`;
    const again = await call('POST', `${root}/${id}/replay`, { delivery });

    expect(JSON.parse(tried.json.body)).toMatchObject({
      type: 'authors.created',
      data: { resource: 'authors', record: { name: 'Mary Shelley' } },
    });
    expect(again.json).toEqual({ deliveries: 1 });
    expect((await target.receive(3))[2]!.json.type).toBe('authors.created');
    const { data } = (await call('GET', `${root}/${id}/deliveries`)).json;
    expect(data.map(({ resource }: any) => resource)).toEqual(['authors', 'authors']);
  });

  test('continues after a replay from a moment with the changes of all', async () => {
    const from = new Date().toISOString();
    await createAuthor('Ann Radcliffe');
    await createBook('Udolpho');
    const { id } = (await makeWebhook(api, target.url, both)).json;

    await call('POST', `${root}/${id}/replay`, { from });

    const received = await target.receive(2);
    expect(received.map(({ json }) => json.type)).toEqual(['authors.created', 'books.created']);
  });

  test('distinguishes records of the same _id in two collections: a refused one delays only its own changes', async () => {
    const { id } = (await makeWebhook(api, target.url, both)).json;
    target.behave = (got, response) =>
      (got.json.data.resource === 'books' ? answerWith(500) : accept)(got, response);

    await writeTwins('twin-held');

    await findLogged(api, id, ({ resource, state }) => resource === 'books' && state === 'dead');
    const ofAuthor = await findLogged(api, id, ({ resource }) => resource === 'authors');
    expect(ofAuthor).toMatchObject({ record: 'twin-held', state: 'delivered' });
    expect(target.received.slice(0, 2).map(({ json }) => json.data.resource)).toEqual([
      'books',
      'authors',
    ]);
  });

  test('removes deliveries of an erased record, and keeps those of the same _id in another collection', async () => {
    const { id } = (await makeWebhook(api, target.url, both)).json;
    await writeTwins('twin-erased');
    await target.receive(2);
    const sent = ['books', 'authors'].map((name) =>
      findLogged(api, id, ({ resource, state }) => resource === name && state === 'delivered'),
    );
    const [book, author] = await Promise.all(sent);
    await api.call('DELETE', '/api/books/twin-erased', {
      as: 'admin',
      headers: { 'If-Match': '*' },
    });

    expect((await call('POST', '/api/books/twin-erased/erase', {})).status).toBe(200);

    const read = async (one: any) => (await call('GET', `${root}/${id}/deliveries/${one.id}`)).json;
    expect((await read(book)).log).toMatchObject([{ body: null }]);
    expect((await read(author)).log).toMatchObject([{ body: expect.stringContaining('twin') }]);
  });
});

describe('the collections of a webhook', () => {
  test.each<[object, [string, string][]]>([
    [{ resources: [] }, [['V005', 'resources']]],
    [{ resources: ['books', 'books'] }, [['V015', 'resources']]],
    [{ resources: ['books', 'author'] }, [['V008', 'resources.1']]],
    [{ ...both, resource: 'books' }, [['V002', '']]],
    [{ resources: undefined }, [['V002', '']]],
    [{ resources: undefined, resource: 'book' }, [['V008', 'resource']]],
    [{ ...both, filter: { title: 'x' } }, [['V095', 'filter']]],
    [{ ...both, fields: ['title'] }, [['V095', 'fields']]],
    [
      { ...both, filter: {}, fields: ['title'] },
      [
        ['V095', 'filter'],
        ['V095', 'fields'],
      ],
    ],
  ])('with %j are refused', async (changes, problems) => {
    const answer = await makeWebhook(api, target.url, changes);

    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual(problems);
  });

  test('must all be readable by its role, and the problem names those that are not', async () => {
    const changes = { role: 'staff', resources: ['books', 'ledgers', 'authors'] };

    const answer = await makeWebhook(api, target.url, changes);

    expect(problemsOf(answer)).toEqual([['V087', 'role']]);
    expect(answer.json.problems[0].message).toBe(
      'is staff, which may not read ledgers; choose a role that may',
    );
  });

  test('accept no filter and no fields later either', async () => {
    const { id } = (await makeWebhook(api, target.url, both)).json;

    const filtered = await call('PATCH', `${root}/${id}`, { filter: { title: 'x' } });
    const renamed = await call('PATCH', `${root}/${id}`, { name: 'New' });
    const moved = await call('PATCH', `${root}/${id}`, { resources: ['books'] });

    expect(problemsOf(filtered)).toEqual([['V095', 'filter']]);
    expect(renamed.json).toMatchObject({ name: 'New', ...both });
    expect(problemsOf(moved)).toEqual([['V009', 'resources']]);
  });

  test('can be one name in `resource`, as in earlier versions, and the response has both forms', async () => {
    const changes = { resources: undefined, resource: 'authors' };

    const made = await makeWebhook(api, target.url, changes);
    const several = await makeWebhook(api, target.url, both);
    await createAuthor('Charlotte Brontë');

    expect(made.json).toMatchObject({ resources: ['authors'], resource: 'authors' });
    expect(several.json).toMatchObject({ ...both, resource: 'books' });
    expect((await target.receive(2)).map(({ json }) => json.type)).toEqual([
      'authors.created',
      'authors.created',
    ]);
  });

  test('are read from rows of the previous version, in a database or a backup', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;
    const book = await createBook('Emma');
    await findLogged(api, id, ({ record, state }) => record === book._id && state === 'delivered');
    await api.database.query('alter table backoffice.webhooks drop column resources');
    await api.database.query('alter table backoffice.webhook_deliveries drop column resource');

    for (const statement of webhookTables) await api.database.query(statement);

    expect((await call('GET', `${root}/${id}`)).json).toMatchObject({ resources: ['books'] });
    const { data } = (await call('GET', `${root}/${id}/deliveries`)).json;
    expect(data).toMatchObject([{ resource: 'books', record: book._id }]);
    await call('POST', `${root}/${id}/replay`, { delivery: data[0].id });
    expect((await target.receive(2))[1]!.json.type).toBe('books.created');
  });

  test('keep the order of a record whose earlier change waits since the previous version', async () => {
    const { id } = (await makeWebhook(api, target.url, { enabled: false })).json;
    await api.database.query(
      `insert into backoffice.webhook_deliveries (id, webhook, event, seq, record_id, resource, due_at)
       values ('early', $1, 'created', 1, 'b1', null, now() + interval '1 hour'),
         ('late', $1, 'updated', 2, 'b1', 'books', now()),
         ('other', $1, 'created', 3, 'b2', 'books', now())`,
      [id],
    );

    const due = await listDue(api.database, id, 10);

    expect(due.map((delivery) => delivery.id)).toEqual(['other']);
  });
});

async function lastSeq(): Promise<bigint> {
  return BigInt(await api.database.value<string>('select max(seq)::text from backoffice.history'));
}
