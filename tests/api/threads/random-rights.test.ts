import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';
import { createRandom } from '../../support/counted-things.ts';
import { connectMcp } from '../../support/mcp-client.ts';

/*
 * Roles with random rights to a collection, to its fields and rows, and to comments, and keys with less than their
 * owner. A model says which threads each of them sees. Whatever way they ask, they learn of these and of no other.
 */

const random = createRandom(20_261_130);
const oneOf = <Value>(values: readonly Value[]): Value => values[random(values.length)]!;
const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => random(2) === 1);

const kinds = ['a', 'b', 'c'];
const hideable = ['first', 'second', 'third'];

type Rights = { rows: readonly string[]; fields: readonly string[]; comment: boolean };

const roles = new Map<string, Rights>();
for (let n = 0; n < 10; n += 1)
  roles.set(`role${n}`, {
    rows: oneOf([kinds, kinds, ['a'], ['b', 'c'], []]),
    fields: some(hideable),
    comment: random(4) > 0,
  });

function permissionOf({ rows, comment }: Rights): object {
  const which = rows.length === kinds.length ? true : { kind: rows };
  return {
    ...(rows.length > 0 && { list: which, read: which, history: which, export: which }),
    ...(!comment && { comment: false }),
  };
}

const names = [...roles.keys()];
const descriptor = toDescriptor({
  app: { title: 'Notes', languages: ['en'] },
  roles: { admin: { all: true }, ...Object.fromEntries(names.map((name) => [name, {}])) },
  resources: {
    notes: {
      title: '{title}',
      fields: {
        title: { type: 'text', required: true, search: true },
        kind: { type: 'choice', choices: kinds },
        ...Object.fromEntries(
          hideable.map((field) => {
            const readers = names.filter((name) => roles.get(name)!.fields.includes(field));
            return [field, { type: 'text', search: true, read: ['admin', ...readers] }];
          }),
        ),
      },
      permissions: Object.fromEntries(
        [...roles].map(([name, rights]) => [name, permissionOf(rights)]),
      ),
    },
    users: {
      title: '{name}',
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', required: true, choices: ['admin', ...names] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

type Planted = { id: string; record: string; kind: string; field?: string; secret: string };

const threads: Planted[] = [];
const records: { id: string; kind: string }[] = [];

beforeAll(async () => {
  for (let n = 0; n < 9; n += 1) {
    const kind = oneOf(kinds);
    const body = { title: `Note ${n}`, kind, first: 'x', second: 'y', third: 'z' };
    const { json } = await api.call('POST', '/api/notes', { as: 'admin', body });
    records.push({ id: json._id, kind });
  }
  for (let n = 0; n < 30; n += 1) {
    const { id: record, kind } = oneOf(records);
    const field = oneOf([undefined, ...hideable, ...hideable]);
    const secret = `planted-${1000 + n}`;
    const { status, json, text } = await api.call('POST', '/api/threads', {
      as: 'admin',
      body: {
        resource: 'notes',
        record,
        ...(field && { field }),
        text: secret,
        query: {},
      },
    });
    if (status !== 201) throw new Error(text);
    // As if the role had been asked when it could see it.
    await api.database.query('update backoffice.threads set assignee_role = $1 where id = $2', [
      oneOf(names),
      json._id,
    ]);
    threads.push({ id: json._id, record, kind, secret, ...(field && { field }) });
  }
  // As if all had been mentioned in all of them, when they could see them.
  await api.database.query(
    `insert into backoffice.inbox (id, person, kind, resource, record, thread, message, by)
     select gen_random_uuid()::text, u._id, 'mention', t.resource, t.record, t.id, m.id, m.by
       from users u, backoffice.threads t join backoffice.messages m on m.thread = t.id`,
  );
});

/** The threads that somebody with these rights sees. */
const seenBy = ({ rows, fields, comment }: Rights): Planted[] =>
  threads.filter(
    ({ kind, field }) =>
      comment && rows.includes(kind) && (field === undefined || fields.includes(field)),
  );

/** Each way in which the text of a thread, its `_id`, or that there is one, could leave. */
function ways(): string[] {
  const marks = records.map(({ id }) => `records=${id}`).join('&');
  return [
    '/api/threads?_perPage=100',
    '/api/threads?resource=notes&_perPage=100',
    '/api/threads?q=planted',
    '/api/threads?assignee=$user',
    '/api/threads?unread=true',
    ...threads.map(({ id }) => `/api/threads/${id}`),
    ...threads.map(({ id }) => `/api/threads/${id}/messages`),
    `/api/threads/marks?resource=notes&${marks}`,
    '/api/inbox?_perPage=100',
    '/api/search?q=planted',
    '/api/notes?_perPage=100',
    '/api/notes/export?format=json',
    '/api/users/current/data',
    ...records.flatMap(({ id }) => [`/api/notes/${id}`, `/api/notes/${id}/history`]),
  ];
}

/** What of the threads an answer has. */
const toldIn = (text: string): Planted[] =>
  threads.filter(({ id, secret }) => text.includes(secret) || text.includes(id));

/** What somebody learns of threads that they do not see, by each way. */
async function findLeaks(call: Caller, seen: readonly Planted[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const path of ways()) {
    const { text, status } = await api.call('GET', path, call);
    // A refusal repeats the `_id` that was asked for.
    const told = status < 400 ? toldIn(text).filter((one) => !seen.includes(one)) : [];
    leaks.push(...told.map(({ secret }) => `${path}: ${secret}`));
    if (status >= 400 && text.includes('planted-')) leaks.push(path);
  }
  return leaks;
}

type Caller = { as: string } | { token: string };

/** The threads that the list of all has, and the records that the filter for open queries finds. */
async function listAll(call: Caller) {
  const all = await api.call('GET', '/api/threads?_perPage=100', call);
  const open = await api.call('GET', '/api/notes?thread_open=true&_perPage=100', call);
  const found: { _id: string }[] = open.json.data ?? [];
  return {
    threads: toldIn(all.text),
    total: all.json.total,
    records: new Set(found.map(({ _id }) => _id)),
    totalOfRecords: open.json.total ?? 0,
  };
}

function listedOf(seen: readonly Planted[]) {
  const about = new Set(seen.map(({ record }) => record));
  return { threads: seen, total: seen.length, records: about, totalOfRecords: about.size };
}

test.each(names)(
  '%s learns of the threads that it sees, by any way, and of no other',
  async (as) => {
    const seen = seenBy(roles.get(as)!);

    expect(await findLeaks({ as }, seen)).toEqual([]);
    expect(await listAll({ as })).toEqual(listedOf(seen));
  },
);

const commenters = names.filter((name) => {
  const { rows, comment } = roles.get(name)!;
  return rows.length > 0 && comment;
});

test.each(commenters)(
  'a key of %s learns of no more than its own rights and those of its owner allow',
  async (as) => {
    const rights = roles.get(as)!;
    const mayComment = random(4) > 0;
    const fields = ['title', 'kind', ...some(rights.fields)];
    const rows = oneOf([rights.rows, ['a']]);
    const operations = ['list', 'read', 'export', 'history', ...(mayComment ? ['comment'] : [])];
    const filter = rows === rights.rows ? undefined : { kind: rows };
    const { token } = await makeKey(api, as, {
      notes: { operations, fields, ...(filter && { filter }) },
    });
    const seen = seenBy({
      rows: rows.filter((kind) => rights.rows.includes(kind)),
      fields: rights.fields.filter((field) => fields.includes(field)),
      comment: mayComment,
    });

    expect(await findLeaks({ token }, seen)).toEqual([]);
    expect(await listAll({ token })).toEqual(listedOf(seen));
    const client = await connectMcp(api, token);
    const tools = await client.tools();
    expect(tools.has('list_threads')).toBe(mayComment);
    const listed = mayComment ? await client.read('list_threads', { collection: 'notes' }) : '';
    expect(toldIn(JSON.stringify(listed)).filter((one) => !seen.includes(one))).toEqual([]);
    await client.close();
  },
);

test('the model is not empty: some see all, some none, most some', () => {
  const counts = [...roles.values()].map((rights) => seenBy(rights).length);
  expect(Math.min(...counts)).toBe(0);
  expect(Math.max(...counts)).toBeGreaterThan(15);
  expect(new Set(counts).size).toBeGreaterThan(4);
});
