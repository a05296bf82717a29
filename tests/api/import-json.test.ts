import { expect, test } from 'vitest';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { TestJobs } from '../support/jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let jobs: TestJobs;
let shelves: Shelves;
openShelfJobs((opened, on) => {
  jobs = opened;
  shelves = on;
});

const send = (content: unknown, parts: Record<string, unknown> = {}, name = 'books.json') =>
  shelves.books(typeof content === 'string' ? content : JSON.stringify(content, null, 2), {
    name,
    parts: Object.fromEntries(
      Object.entries(parts).map(([part, value]) => [
        part,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  });
const titles = async () => (await shelves.all()).map(({ title }) => title);

const answer = {
  meta: { total: 2, links: ['x'] },
  data: { items: [{ title: 'Emma' }, { title: 'Dune' }] },
  warnings: { list: { of: [{ title: 'no book' }] } },
};

test('an object with a list of records is imported', async () => {
  const { status, json } = await send(answer);

  expect({ status, created: json.created }).toEqual({ status: 200, created: 2 });
  expect((await titles()).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'Dune',
    'Emma',
  ]);
});

test('an object of records by their numbers is imported, the numbers into a field', async () => {
  const { status, json } = await send(
    { 'book-1': { title: 'Emma' }, 'book-2': { title: 'Dune' } },
    { mapping: { _key: 'blurb' } },
  );

  expect({ status, created: json.created }).toEqual({ status: 200, created: 2 });
  expect((await shelves.all()).map(({ title, blurb }) => `${blurb} ${title}`).sort()).toEqual([
    'book-1 Emma',
    'book-2 Dune',
  ]);
});

test('the path selects another list', async () => {
  const { json } = await send(answer, { path: 'warnings.list.of' });

  expect(json.created).toBe(1);
  expect(await titles()).toEqual(['no book']);
});

test('an unknown path is refused with the existing ones', async () => {
  const { status, json } = await send(answer, { path: 'items' });

  expect(status).toBe(422);
  expect(json.problems).toMatchObject([
    {
      code: 'I082',
      path: 'file',
      message: 'has no list of records at items; its lists: data.items, warnings.list.of',
    },
  ]);
  expect((await send(answer, { path: 'x'.repeat(1_001) })).json.problems).toMatchObject([
    { code: 'V016', path: 'path' },
  ]);
});

test('each line of an NDJSON file is one record', async () => {
  const line = { title: 'Emma', extra: [{ deep: 1 }] };

  const lines = await send(JSON.stringify(line), {}, 'books.ndjson');
  const chosen = await send(JSON.stringify(line), { format: 'ndjson' });

  expect([lines.json.created, chosen.json.created]).toEqual([1, 1]);
  expect((await shelves.all()).map(({ extra }) => extra)).toEqual([[{ deep: 1 }], [{ deep: 1 }]]);
});

const nested = {
  results: [
    {
      name: { main: 'Emma', __proto__x: 1 },
      hits: [
        { code: 'dark', by: { id: 'ja' } },
        { code: 'odd', by: null },
      ],
      only: [{ code: 'novel' }],
      shelf: { room: 'A', row: 3 },
      extra: { deep: [{ two: null }] },
    },
  ],
};
const mapping = {
  'name.main': 'title',
  'name.__proto__x': null,
  'hits[].code': 'moods',
  'hits[].by.id': 'editors',
  'only[].code': 'genre',
};

test('parts of nested objects and of lists of objects are columns', async () => {
  const { json } = await send(nested, { mapping });

  expect(json).toMatchObject({ created: 1, failed: 0, problems: [] });
  expect(await shelves.all()).toMatchObject([
    {
      title: 'Emma',
      moods: ['dark', 'odd'],
      editors: ['ja'],
      genre: 'novel',
      shelf: { room: 'A', row: 3 },
      extra: { deep: [{ two: null }] },
    },
  ]);
});

test('a field with one value accepts no list of several', async () => {
  const { json } = await send(nested, { mapping: { ...mapping, 'hits[].code': 'blurb' } });

  expect(json.problems).toMatchObject([
    { row: 1, code: 'I083', path: 'blurb', column: 'hits[].code', params: { count: 2 } },
  ]);
});

test('a part without a field, or with a read-only one, is a problem with its path', async () => {
  const record = JSON.stringify([{ title: 'Emma', sub: { cas: 1 }, secret: { cas: 1 } }]);
  const codes = async (as: string) =>
    (await shelves.books(record, { as, name: 'a.json' })).json.problems.map(
      ({ code, path }: any) => `${code} ${path}`,
    );

  expect(await codes('admin')).toEqual(['I002 sub.cas', 'V002 secret']);
  expect(await codes('staff')).toEqual(['I002 sub.cas', 'I002 secret.cas']);
});

test('an object that is null or empty in a record clears the fields of its parts', async () => {
  const key = { mode: 'upsert', key: 'isbn' };
  const parts = {
    ...key,
    mapping: { 'a.b.c': 'blurb', 'l[].m': 'moods', 'a.x': null, a: null, l: null },
  };
  await send([{ isbn: '1', title: 'T', a: { b: { c: 'text' }, x: 1 }, l: [{ m: 'dark' }] }], parts);
  const before = await shelves.all();

  const records = [null, {}, { b: null, x: 2 }, { b: {} }].map((a) => ({ isbn: '1', a, l: [] }));
  for (const record of records) {
    const { json } = await send([record], parts);
    expect(json).toMatchObject({ failed: 0, problems: [] });
    expect(await shelves.all()).toMatchObject([{ title: 'T', blurb: null, moods: [] }]);
    await send([{ isbn: '1', a: { b: { c: 'text' } }, l: [{ m: 'dark' }] }], parts);
  }

  expect(before).toMatchObject([{ blurb: 'text', moods: ['dark'] }]);
});

test('hostile records cause problems of their rows', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at]));
  const deep = `${'{"x":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const long = { ['n'.repeat(200_000)]: { ['m'.repeat(200_000)]: { a: 1, b: 2 } } };
  const rows = [
    `{"title":"A","o":${JSON.stringify(many)}}`,
    `{"title":"B","o":${deep}}`,
    '{"title":"C","o":{"__proto__":{"isAdmin":true}}}',
    `{"title":"D","l":[${Array.from({ length: 20_000 }, (_, at) => `{"k${at}":1}`).join(',')}]}`,
    `{"title":"E","o":${JSON.stringify(long)}}`,
    '{"title":"F"}',
  ];

  const { json } = await send(`{"r":[${rows.join(',')}]}`);

  expect(json).toMatchObject({ total: 6, created: 1, failed: 5 });
  expect(json.problems.map(({ row, code }: any) => `${row} ${code}`)).toEqual(
    expect.arrayContaining(['1 V016', '2 V019', '3 V020', '4 V016', '5 I002']),
  );
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a job shows the path and the columns with samples, and imports them', async () => {
  const { json: job } = await jobs.upload(JSON.stringify(nested), 'books.json');

  const look = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});
  const wrong = await jobs.call('POST', `/api/jobs/${job.id}/look`, { layout: { path: 'no' } });
  const done = await jobs.run(job.id, { mapping, layout: look.json.layout });

  expect(look.json.layout).toMatchObject({ format: 'json', path: 'results' });
  expect(look.json.columns.map(({ name, samples }: any) => [name, ...samples])).toEqual([
    ['name.main', 'Emma'],
    ['name.__proto__x', 1],
    ['hits[].code', '["dark","odd"]'],
    ['hits[].by.id', '["ja"]'],
    ['only[].code', '["novel"]'],
    ['shelf', '{"room":"A","row":3}'],
    ['extra', '{"deep":[{"two":null}]}'],
  ]);
  expect(wrong.json.problems).toMatchObject([{ code: 'I082' }]);
  expect(done).toMatchObject({ state: 'done', summary: { created: 1, failed: 0 } });
  expect(
    (await jobs.call('POST', `/api/jobs/${job.id}/run`, { layout: { path: 'no' } })).status,
  ).not.toBe(202);
});

test('failed rows are returned as they were sent, and can be sent again', async () => {
  const wrong = { results: [{ name: { main: 'Emma' }, hits: [{ code: 'nothing' }] }] };
  const { json: job } = await jobs.upload(JSON.stringify(wrong), 'books.json');
  const few = { 'name.main': 'title', 'hits[].code': 'moods' };
  await jobs.run(job.id, { mapping: few });

  const { text } = await jobs.call('GET', `/api/jobs/${job.id}/failed`);

  expect(JSON.parse(text)).toMatchObject(wrong.results[0]!);
  expect(
    (await send(text.replaceAll('nothing', 'dark'), { mapping: few }, 'x.ndjson')).json,
  ).toMatchObject({
    created: 1,
  });
});

test('an export in a list of an object changes nothing', async () => {
  const before = await shelves.fill();
  const { text } = await shelves.exported('format=json');

  const { json } = await send(`{"when":"now","data":{"books":${text}}}`, {
    mode: 'upsert',
    key: '_id',
  });

  expect(json).toMatchObject({ unchanged: before.length, failed: 0, updated: 0 });
  expect(await shelves.all()).toEqual(before);
});

test('a step names the columns that no record has', async () => {
  const steps = ['titel', 'isbn'].map((column) => ({ do: 'trim', column }));

  const { json } = await send([{ title: 'Emma' }, { title: 'Dune', isbn: ' 2' }], { steps });

  expect(json.steps).toEqual([
    { changed: 0, warnings: 0, missing: ['titel'] },
    { changed: 1, warnings: 0 },
  ]);
});

test('JSON numbers and booleans become texts in text fields and fixed values', async () => {
  const { json } = await send([{ title: 'Emma', isbn: 202 }], {
    constants: { pages: 7, inPrint: true },
  });

  expect(json).toMatchObject({ created: 1, failed: 0 });
  expect(await shelves.all()).toMatchObject([{ isbn: '202', pages: 7, inPrint: true }]);
});
