import { afterAll, expect, test } from 'vitest';
import { openLibraryInMemory } from '../../support/library-in-memory.ts';

const library = await openLibraryInMemory((source) => {
  source.roles.keeper = { configure: true };
  source.resources.users.fields.role.choices.push('keeper');
  source.resources.books.permissions.keeper = { list: { genre: 'novel' }, read: true };
});
for (const [title, pages, genre] of [
  ['Old', 1, 'novel'],
  ['Emma', 10, 'novel'],
  ['Odes', 30, 'poetry'],
  ['Ulysses', 20, 'novel'],
] as const)
  await library.call('POST', '/api/books', {
    as: 'admin',
    body: { title, pages, genre, author: null, secret: 'x' },
  });
afterAll(() => library.close());

const ask = (expression: string, as = 'admin', collection = 'books') =>
  library.call(
    'GET',
    `/api/structure/values/${collection}?expression=${encodeURIComponent(expression)}`,
    { as },
  );
const valuesOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).json.data.map(({ record, value }: any) => [record.title, value]);

test('an expression is tried on the newest records', async () => {
  expect(await valuesOf('pages * 2')).toEqual([
    ['Ulysses', 40],
    ['Odes', 60],
    ['Emma', 20],
  ]);
  expect(await valuesOf("pages > 10 and genre = 'novel'")).toMatchObject([
    ['Ulysses', true],
    ['Odes', false],
    ['Emma', false],
  ]);
  expect((await ask("concat(title, '!')")).json.data[0].value).toBe('Ulysses!');
  expect((await ask('pages / 0')).json.data[0].value).toBeNull();
});

test('it says what is wrong with an expression', async () => {
  const { status, json } = await ask('pagess * 2');

  expect(status).toBe(400);
  expect(json.problems[0]).toMatchObject({ code: 'Q029', path: 'expression' });
  expect(json.problems[0].message).toContain('pagess is not a field of books');
  expect((await ask('$today')).status).toBe(400);
  expect((await ask('')).json.problems[0].code).toBe('Q004');
  expect((await ask('1', 'admin', 'nothing')).status).toBe(404);
});

test('it reaches no record and no field that the person may not read', async () => {
  expect(await valuesOf('pages', 'keeper')).toEqual([
    ['Ulysses', 20],
    ['Emma', 10],
    ['Old', 1],
  ]);
  expect((await ask('secret', 'keeper')).json.problems[0].message).toContain(
    'secret is not a field of books',
  );
  expect((await ask('name', 'keeper', 'authors')).status).toBe(403);
  expect((await ask('pages', 'staff')).status).toBe(403);
});
