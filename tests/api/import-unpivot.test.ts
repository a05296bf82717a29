import { expect, test } from 'vitest';
import { fetchExport } from '../support/exchange.ts';
import type { TestJobs } from '../support/jobs.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let jobs: TestJobs;
let shelves: Shelves;
openShelfJobs((opened, on) => {
  jobs = opened;
  shelves = on;
});

const unpivot = { columns: ['a', 'b', 'c'], head: 'blurb', cell: 'pages' };
const layout = { unpivot };
const wide = 'title,a,b,c\nEmma,1,,3\nDune,x,5,\n';
const long = [
  { title: 'Dune', blurb: 'b', pages: 5 },
  { title: 'Emma', blurb: 'a', pages: 1 },
  { title: 'Emma', blurb: 'c', pages: 3 },
];
const all = async () =>
  (await shelves.all())
    .map(({ title, blurb, pages }) => ({ title, blurb, pages }))
    .toSorted((one, other) =>
      `${one.title} ${one.blurb}` < `${other.title} ${other.blurb}` ? -1 : 1,
    );
const failed = [{ row: 3, source: { row: 2, column: 'a' }, code: 'V002', column: 'pages' }];

test('each filled cell of the named columns becomes a record, in the dry run as in the import', async () => {
  const { json: job } = await jobs.upload(wide);

  const dry = await jobs.run(job.id, { layout, dryRun: true });
  const done = await jobs.run(job.id, { layout });

  for (const { summary } of [dry, done])
    expect(summary).toMatchObject({ total: 4, created: 3, failed: 1, problems: failed });
  expect(await jobs.rows(job.id, 'failed')).toMatchObject([
    { row: 3, line: 3, source: failed[0]?.source },
  ]);
  expect(await all()).toEqual(long);
});

test('the rows are shown before the import, with the fields of the new columns', async () => {
  const { json: job } = await jobs.upload(wide);

  const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, { layout, mapping: {} });

  expect(json.columns).toMatchObject([
    { name: 'title', samples: ['Emma', 'Emma', 'Dune', 'Dune'] },
    { name: 'blurb', samples: ['a', 'c', 'a', 'b'], suggestion: { field: 'blurb' } },
    { name: 'pages', samples: ['1', '3', 'x', '5'], suggestion: { field: 'pages' } },
  ]);
  expect(json.values).toContainEqual(expect.objectContaining({ column: 'pages', refused: 1 }));
});

test('failed rows are returned in long form, and can be imported with the same settings', async () => {
  const { json: job } = await jobs.upload(wide);
  await jobs.run(job.id, { layout });
  const { text } = await fetchExport(shelves.library, `/api/jobs/${job.id}/failed`);
  const { json: next } = await jobs.upload(text.replace('"x"', '7').replace(',x', ',7'));

  const done = await jobs.run(next.id, { layout });

  expect(text.split('\n')[0]).toMatch(/title,blurb,pages/);
  expect(done.summary).toMatchObject({ total: 1, created: 1, failed: 0 });
  expect(await all()).toContainEqual({ title: 'Dune', blurb: 'a', pages: 7 });
});

test('corrected cells belong to the new rows, and failed rows are imported again', async () => {
  const { json: job } = await jobs.upload(wide);
  await jobs.run(job.id, { layout });

  const { json } = await jobs.call('POST', `/api/jobs/${job.id}/again`, {
    cells: { 3: { pages: '4' } },
  });
  const dry = await jobs.ended(json.id);

  expect(dry.summary).toMatchObject({ total: 1, created: 1, failed: 0 });
});

test('steps run on the new columns, and an undo removes the records', async () => {
  const { json: job } = await jobs.upload('title,a,b\nEmma,1 p,<2\n');
  const steps = [{ do: 'number', column: 'pages', decimal: '.', units: ['p'], qualifier: 'genre' }];
  const own = { layout: { unpivot: { ...unpivot, columns: ['a', 'b'] } }, steps };

  const done = await jobs.run(job.id, { ...own, mapping: { genre: null } });
  const books = await all();
  await jobs.call('POST', `/api/jobs/${job.id}/undo`);
  await jobs.ended(job.id);

  expect(done.summary).toMatchObject({ created: 2, steps: [{ changed: 3, warnings: 0 }] });
  expect(books.map(({ blurb, pages }) => [blurb, pages])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  await expect.poll(all).toEqual([]);
});

test('the next file with these columns is offered the settings', async () => {
  const { json: job } = await jobs.upload(wide);
  await jobs.run(job.id, { layout });
  const { json: next } = await jobs.upload('title,a,b,c\nIt,1,2,3\n');

  const { json } = await jobs.call('POST', `/api/jobs/${next.id}/look`, {});

  expect(json.recipe.request.layout).toEqual(layout);
});

test('members of JSON become rows, and a form field has the same effect', async () => {
  const records = [
    { title: 'Emma', a: 1, c: 3 },
    { title: 'Dune', a: null, b: 5 },
  ];

  const { json } = await shelves.books(JSON.stringify(records), {
    name: 'books.json',
    parts: { unpivot: JSON.stringify(unpivot) },
  });

  expect(json).toMatchObject({ created: 3, failed: 0 });
  expect(await all()).toEqual(long);
});

test.each<[string, string, Partial<typeof unpivot>, object]>([
  [
    'a column that the file lacks',
    wide,
    { columns: ['a', 'z'] },
    { code: 'I107', params: { name: 'z' } },
  ],
  [
    'a new column that the file has',
    wide,
    { cell: 'title' },
    { code: 'I022', params: { name: 'title' } },
  ],
  ['one column twice', wide, { columns: ['a', 'a'] }, { code: 'V015', path: 'unpivot' }],
  ['a new column twice', wide, { head: 'pages' }, { code: 'V015', path: 'unpivot' }],
])('%s is refused', async (_what, text, parts, expected) => {
  const { json } = await shelves.books(text, {
    parts: { unpivot: JSON.stringify({ ...unpivot, ...parts }) },
  });

  expect(json.problems).toMatchObject([expected]);
});

test('neighbouring columns named after records of one collection are proposed', async () => {
  const names = ['Ann', 'Ben', 'Cleo', 'Dora', 'Eli'];
  for (const name of names)
    await shelves.library.call('POST', '/api/authors', { as: 'admin', body: { name } });
  const { json: job } = await jobs.upload(`title,x,${names.join(',')}\nEmma,?,yes,no,no,no,yes\n`);

  const { json } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});

  expect(json.unpivot).toEqual(names);
});
