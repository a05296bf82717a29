import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../support/api-keys.ts';
import { connectMcp } from '../../support/mcp-client.ts';
import {
  addNotes,
  findLeaks,
  listAll,
  listedOf,
  openSecretNotes,
  plant,
  tellAll,
} from '../../support/secret-notes.ts';

/*
 * Roles with random rights to a collection, to its fields and rows, and to comments, and keys with less than their
 * owner. A model says which threads each of them sees. Whatever way they ask, they learn of these and of no other.
 */

const notes = await openSecretNotes(20_261_130);
const { api, roles, names, random, threads, oneOf, some, seenBy, seenAs, toldIn } = notes;
const { importers, importOf, setOf } = notes;
afterAll(() => api.close());
beforeAll(async () => {
  await addNotes(notes);
  await plant(notes);
  await tellAll(notes, 'mention');
});

test.each(names)(
  '%s learns of the threads that it sees, by any way, and of no other',
  async (as) => {
    const seen = seenAs(as);

    expect(await findLeaks(notes, { as }, seen)).toEqual([]);
    expect(await listAll(notes, { as })).toEqual(listedOf(seen));
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
    const mayImport = importers.has(as) && random(3) > 0;
    const operations = ['list', 'read', 'export', 'history'];
    if (mayComment) operations.push('comment');
    if (mayImport) operations.push('import');
    const filter = rows === rights.rows ? undefined : { kind: rows };
    const { id, token } = await makeKey(api, as, {
      notes: { operations, fields, ...(filter && { filter }) },
    });
    // Of the imports of its owner, a key has those that it brought.
    const isOwn = random(2) === 1;
    if (isOwn)
      await api.database.query('update backoffice.jobs set api_key = $1 where id = $2', [
        id,
        importOf(as),
      ]);
    const seen = seenBy({
      rows: rows.filter((kind) => rights.rows.includes(kind)),
      fields: rights.fields.filter((field) => fields.includes(field)),
      comment: mayComment,
      imports: mayImport && isOwn ? [importOf(as)] : [],
      sets: rows.length === 3 ? 'all' : setOf(as),
      reads: true,
    });

    expect(await findLeaks(notes, { token }, seen)).toEqual([]);
    expect(await listAll(notes, { token })).toEqual(listedOf(seen));
    const client = await connectMcp(api, token);
    const tools = await client.tools();
    expect(tools.has('list_threads')).toBe(mayComment);
    const listed = mayComment ? await client.read('list_threads', { collection: 'notes' }) : '';
    expect(toldIn(JSON.stringify(listed)).filter((one) => !seen.includes(one))).toEqual([]);
    await client.close();
  },
);

const trace = () =>
  api.database.rows(
    `select to_jsonb(t) as row from backoffice.threads t union all
     select to_jsonb(m) from backoffice.messages m union all
     select to_jsonb(w) from backoffice.watches w union all
     select to_jsonb(i) from backoffice.inbox i order by 1`,
  );

test.each(commenters)(
  'a key of %s writes in no thread that its own rights hide, and leaves no trace of it',
  async (as) => {
    const rights = roles.get(as)!;
    const own = rights.fields.slice(0, 1);
    const fields = ['title', 'kind', ...own];
    const { token } = await makeKey(api, as, {
      notes: { operations: ['list', 'read', 'comment'], fields },
    });
    const seen = seenBy({ ...rights, fields: own });
    // As if the owner had written the messages, so that only what the key may see keeps it from them.
    await api.database.query('update backoffice.messages set by = $1', [api.userId(as)]);
    const before = await trace();
    for (const { id } of threads.filter((thread) => !seen.includes(thread))) {
      const thread = `/api/threads/${id}`;
      const message = await api.database.value<string>(
        'select id from backoffice.messages where thread = $1 order by id limit 1',
        [id],
      );
      for (const [method, path, body] of [
        ['POST', `${thread}/messages`, { text: 'Reply' }],
        ['POST', `${thread}/messages`, { text: 'Done', status: 'closed' }],
        ['PATCH', thread, { status: 'closed' }],
        ['PATCH', thread, { assignee: api.userId(as) }],
        ['PATCH', `${thread}/messages/${message}`, { text: 'Edited' }],
        ['DELETE', `${thread}/messages/${message}`, {}],
        ['POST', `${thread}/read`, {}],
        ['PUT', '/api/watches', { thread: id }],
      ] as const) {
        const { status, text } = await api.call(method, path, { token, body });
        expect([path, [403, 404].includes(status), toldSecret(text)]).toEqual([path, true, false]);
      }
    }
    expect(await trace()).toEqual(before);
    // What the key does see it may write in.
    for (const { id } of seen.slice(0, 1)) {
      const body = { text: 'Reply' };
      const { status } = await api.call('POST', `/api/threads/${id}/messages`, { token, body });
      expect(status).toBe(201);
    }
  },
);

const toldSecret = (text: string) => text.includes('planted-');

test('the model is not empty: some see all, some none, most some', () => {
  const counts = names.map((name) => seenAs(name).length);
  expect(Math.min(...counts)).toBe(0);
  expect(Math.max(...counts)).toBeGreaterThan(15);
  expect(new Set(counts).size).toBeGreaterThan(4);
});
