import { expect, test } from 'vitest';
import { createJsonScan, findNoList, readJsonRows } from '../../src/files/formats/json-rows.ts';
import { createListWalk } from '../../src/files/formats/json-lists.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

async function* cut(text: string, size: number) {
  const all = bytes(text);
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

async function read(text: string, path: string, size = 7): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const rows of readJsonRows(cut(text, size), { path }))
    found.push(...rows.map((row) => ('value' in row ? row.value : row.problem.code)));
  return found;
}

function scan(text: string, size = 7, isLines = false) {
  const looking = createJsonScan({ isLines });
  const all = bytes(text);
  for (let at = 0; at < all.length; at += size) looking.push(all.slice(at, at + size));
  const end = looking.end();
  return 'problem' in end ? end.problem.code : end;
}

const records = [
  { a: 'x ] } , "q" \\', b: [1, { c: [] }] },
  { a: 'Größe', b: null },
];
const page = {
  meta: { total: 2, links: ['a', 'b'], note: '{"results": [{"no": 1}]}', '"q"': [] },
  'a\\b': [[{ not: 1 }]],
  data: { ünits: [], items: records, more: [{ x: 1 }] },
  next: null,
};

test.each([1, 2, 3, 64, 10_000])(
  'reads the list at a path, cut into pieces of %i',
  async (size) => {
    for (const text of [JSON.stringify(page), `\uFEFF ${JSON.stringify(page, null, 2)}\n`]) {
      expect(await read(text, 'data.items', size)).toEqual(records);
      expect(await read(text, 'data.ünits', size)).toEqual([]);
      expect(await read(text, 'data.more', size)).toEqual([{ x: 1 }]);
      expect(scan(text, size)).toEqual({ path: 'data.items' });
    }
  },
);

test.each<[string, string, unknown]>([
  ['the least deep list of objects', '{"a":{"b":[{}]},"c":[1],"d":[{}],"e":[{}]}', { path: 'd' }],
  ['the list of an object on many lines', '{\n"d": [\n{}\n]\n}', { path: 'd' }],
  ['no path in an array', '[{"d":[{}]}]', { rows: 1 }],
  ['no path in lines', '{"d":[{}]}\n{"d":[{}]}\n', { rows: 2 }],
  ['no path without a list of objects', '{"d":[1,[{}]],"e":{}}', { rows: 1 }],
  ['no path in a list inside of a list', '{"d":[[{"e":[{}]}]]}', { rows: 1 }],
  ['an object that is cut off', '{"d":[{}],"e', 'I007'],
  ['an object that is cut off in its list', '{\n"d":[{},', 'I007'],
  ['the whole of an object on many lines without a list', '{\n"d": 1\n}', { path: '.' }],
  ['the members of an object of objects', '{"1":{"a":{}},"2": {"a":1} }', { path: '*' }],
  ['no members where one is no object', '{"1":{"a":1},\n"2":{},"n":2}', { path: '.' }],
  ['the only member, an object', '{\n"d":{"a":1}}', { path: '*' }],
  ['the list in the only member', '{"d":{"a":1,"e":[{}]}}', { path: 'd.e' }],
  [
    'members that are alike, although they have lists',
    '{"1":{"t":1,"l":[{"x":1}]},"2":{"t":2,"l":[{"x":2}]},"3":{"t":3}}',
    { path: '*' },
  ],
  ['the list in an object of objects', '{"a":{"x":1},"d":{"e":[{}]}}', { path: 'd.e' }],
  ['an object of objects with a comma too many', '{\n"a":{},"b":{},}', 'I008'],
  ['an object with a comma too many', '{\n"d":[{},]}', 'I008'],
  ['an object and something else', '{\n"d":[{}]}\n]', 'I008'],
])('finds %s', (_name, text, expected) => {
  for (const size of [1, 5, 1_000]) expect(scan(text, size)).toEqual(expected);
});

test('a file named NDJSON is read by lines, also a single one', () => {
  expect(scan('{"d":[{}]}\n', 7, true)).toEqual({ rows: 1 });
});

test.each<[string, string, string, unknown[]]>([
  ['a path that is not there', '{"a":[{}],"b":{"c":[{}]}}', 'b', ['I082']],
  ['a path in an array', '[{"a":1}]', 'a', ['I082']],
  ['an object that ends in its list', '{"a":[{"b":1},{"b', 'a', [{ b: 1 }, 'I007']],
  ['an object that ends behind its list', '{"a":[{"b":1}],"c"', 'a', [{ b: 1 }, 'I007']],
  ['something behind the object', '{"a":[{"b":1}]} x', 'a', [{ b: 1 }, 'I009']],
  ['a comma too many', '{"a":[{"b":1},]}', 'a', [{ b: 1 }, 'I009']],
  ['a path twice, of which the first counts', '{"a":[{"b":1}],"a":[{"b":2}]}', 'a', [{ b: 1 }]],
  ['values that are no objects', '{"a":[1,"x",null]}', 'a', [1, 'x', null]],
  [
    'the members of an object',
    ' {"1,\\"}": {"a":[1,{"b":2}]},\n"2":{},"3":{"_key":"3"},"4":{"_key":"x"}} ',
    '*',
    [{ _key: '1,"}', a: [1, { b: 2 }] }, { _key: '2' }, { _key: '3' }, 'I022'],
  ],
  ['members that are no objects', '{"a":1,"b":[{}]}', '*', [1, [{}]]],
  ['a member that is no JSON', '{"a":{},b:{},"c":{}}', '*', [{ _key: 'a' }, 'I001', { _key: 'c' }]],
  ['an object that ends in a member', '{"a":{},"b":{', '*', [{ _key: 'a' }, 'I007']],
  ['members and something else', '{"a":{}} x', '*', [{ _key: 'a' }, 'I009']],
  ['members of an array', '[{"a":{}}]', '*', ['I082']],
  ['a whole object', ' {\n"a": {"b":\n1}}\n', '.', [{ a: { b: 1 } }]],
  ['a whole object that is no JSON', '{\n"a": b\n}', '.', ['I001']],
])('reads %s', async (_name, text, path, expected) => {
  for (const size of [1, 5, 1_000]) expect(await read(text, path, size)).toEqual(expected);
});

test('names the lists of a file, and reads only as far as the requested one', async () => {
  const text = JSON.stringify(page);
  let seen = 0;
  async function* counted() {
    for await (const chunk of cut(`${text}${' '.repeat(10_000)}`, 100)) {
      seen += chunk.length;
      yield chunk;
    }
  }

  expect(await findNoList(counted(), 'data.items')).toBeUndefined();
  expect(seen).toBeLessThan(text.length + 100);
  expect(await findNoList(counted(), 'items')).toMatchObject({
    code: 'I082',
    message: 'has no list of records at items; its lists: data.items, data.more',
  });
});

test('hostile nesting, names and prefixes need little memory', async () => {
  const deep = `{"d":${'{"x":'.repeat(200_000)}[{}]${'}'.repeat(200_000)},"r":[{"a":1}]}`;
  const lists = `{${Array.from({ length: 10_000 }, (_, at) => `"l${at}":[{}]`).join(',')}}`;
  const walk = createListWalk();
  walk.read(bytes(lists));

  expect(await read(deep, 'r', 65_536)).toEqual([{ a: 1 }]);
  expect(scan(deep, 65_536)).toEqual({ path: 'r' });
  expect(walk.paths()).toHaveLength(50);
});

test('a prefix of 100 MB is read in the memory of a piece', async () => {
  const piece = bytes('x'.repeat(1_000_000));
  async function* huge(open: string) {
    yield bytes(open);
    for (let at = 0; at < 100; at++) yield piece;
    yield bytes('":1},"r":[{"a":1}]}');
  }
  for (const open of ['{"p":{"x":"y', '{"p":{"']) {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const rows: unknown[] = [];
    const text = open.endsWith('y') ? `${open}","` : open;
    for await (const some of readJsonRows(huge(text), { path: 'r' })) rows.push(...some);
    expect(rows).toMatchObject([{ value: { a: 1 } }]);
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  }
});
