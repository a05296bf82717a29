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
const { api, roles, names, random, oneOf, some, seenBy, seenAs, toldIn } = notes;
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

test('the model is not empty: some see all, some none, most some', () => {
  const counts = names.map((name) => seenAs(name).length);
  expect(Math.min(...counts)).toBe(0);
  expect(Math.max(...counts)).toBeGreaterThan(15);
  expect(new Set(counts).size).toBeGreaterThan(4);
});
