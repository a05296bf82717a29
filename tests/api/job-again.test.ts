import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendImport } from '../support/exchange.ts';
import { jobsOf, type TestJobs } from '../support/jobs.ts';
import { openOrderShop, type OrderShop } from '../support/order-shop.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let shelves: Shelves;
let jobs: TestJobs;
openShelfJobs((opened, of) => {
  jobs = opened;
  shelves = of;
});

const csv = 'Titel,isbn,pages\nEmma,1,474\nPersuasion,2,many\nLady Susan,3,none\n"=1+1",x,9\n';
const mapping = { Titel: 'title' };

/** An import, and the job that tries its failed rows again. */
async function again(
  file: Parameters<TestJobs['upload']>[0],
  { name = 'books.csv', request = {}, cells = {} }: Record<string, any>,
) {
  const { json: job } = await jobs.upload(file, name);
  await jobs.run(job.id, request);
  const { status, json, headers } = await jobs.call('POST', `/api/jobs/${job.id}/again`, { cells });
  const ended = status === 201 ? await jobs.ended(json.id) : undefined;
  return { first: job, status, json, headers, ended };
}

const books = async () =>
  (await shelves.all())
    .map(({ title, isbn, pages }) => [title, isbn, pages])
    .sort(([, one], [, other]) => (one < other ? -1 : 1));

describe('the failed rows of an import', () => {
  test('keep values that a step filled in from the rows above', async () => {
    const file = 'isbn,title,pages\n1,Emma,474\n2,,many\n';
    const steps = [{ do: 'fill', column: 'title' }];

    const { json, ended } = await again(file, { request: { steps }, cells: { 2: { pages: '9' } } });

    expect(ended.summary).toMatchObject({ total: 1, created: 1 });
    await jobs.run(json.id, { ...ended.request, dryRun: false });
    expect(await books()).toContainEqual(['Emma', '2', 9]);
  });

  test('are imported again with their corrected cells, as another job', async () => {
    const request = { mapping, leaveOut: [9], take: [1], constants: { stock: '{row}' } };
    const cells = { 2: { pages: '249' }, 4: { isbn: '4' } };

    const { status, json, headers, ended, first } = await again(csv, { request, cells });

    expect([status, headers.get('Location')]).toEqual([201, `/api/jobs/${json.id}`]);
    expect(json.id).not.toBe(first.id);
    expect(ended).toMatchObject({
      state: 'rehearsed',
      file: { name: 'books-failed.csv', rows: 3 },
      summary: { total: 3, created: 2, failed: 1, mended: 2 },
    });
    expect(ended.request).toEqual({
      mapping,
      constants: { stock: '{row}' },
      cells: { 1: { pages: '249' }, 3: { isbn: '4' } },
      dryRun: true,
      atomic: false,
    });
    await jobs.run(json.id, ended.request && { ...ended.request, dryRun: false });
    expect(await books()).toEqual([
      ['Emma', '1', 474],
      ['Persuasion', '2', 249],
      ['=1+1', '4', 9],
    ]);
    // The number that each row had in the first file.
    expect(
      (await shelves.all()).map(({ stock }) => stock).sort((one, other) => one - other),
    ).toEqual([1, 2, 4]);
  });

  test('keep the corrected cells of a row, unless others of the row are sent', async () => {
    const request = { mapping, cells: { 2: { pages: 'x', isbn: '22' }, 3: { pages: '1' } } };

    const { ended } = await again(csv, { request, cells: { 2: { pages: '5', isbn: '22' } } });

    expect(ended.request.cells).toEqual({ 1: { pages: '5', isbn: '22' } });
    expect(ended.summary).toMatchObject({ total: 2, created: 1, failed: 1 });
  });

  test('go through the same steps, from the same cells', async () => {
    const steps = [{ do: 'remove', column: 'title', prefix: '=' }];
    const file = 'title;pages\n=A;x\n\'=B;x\n-C;"1"\n';

    const { ended, json } = await again(file, { request: { steps }, cells: { 1: { pages: '1' } } });
    const all = { 1: { pages: '1' }, 2: { pages: '2' } };
    await jobs.run(json.id, { ...ended.request, cells: all, dryRun: false });

    expect((await shelves.all()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['-C', '=B', 'A']),
    );
  });

  test('stay a workbook, and JSON records stay typed', async () => {
    const rows = [
      ['title', 'pages', 'price'],
      ['A', 'x', 1.5],
      ['B', 2, 2.5],
    ];
    const bytes = new Uint8Array(await writeXlsx({ sheets: [{ name: 'S', rows }] }));
    const workbook = await again(bytes, { name: 'b.xlsx', cells: { 1: { pages: '1' } } });
    const records = [{ title: 'C', pages: 'x', tags: ['a, b'], _problems: 'old' }, { title: 'D' }];
    const json = await again(JSON.stringify(records), {
      name: 'b.json',
      cells: { 1: { pages: null } },
    });

    expect(workbook.ended).toMatchObject({ file: { name: 'b-failed.xlsx' } });
    expect(workbook.ended.summary).toMatchObject({ total: 1, created: 1 });
    expect(json.ended).toMatchObject({ file: { name: 'b-failed.ndjson', rows: 1 } });
    expect(json.ended.summary).toMatchObject({ created: 1 });
    const [row] = await jobs.rows(json.ended.id, 'created');
    expect(row.changes).toContainEqual({ field: 'tags', new: ['a, b'] });
  });

  test('become a job once per Idempotency-Key', async () => {
    const { json: job } = await jobs.upload(csv);
    await jobs.run(job.id, { mapping });
    const send = () =>
      shelves.library.call('POST', `/api/jobs/${job.id}/again`, {
        as: 'admin',
        body: { cells: { 2: { pages: '1' } } },
        headers: { 'Idempotency-Key': 'once' },
      });

    const [first, second] = [await send(), await send()];

    expect(second.json.id).toBe(first.json.id);
    await jobs.ended(first.json.id);
    expect((await jobs.call('GET', '/api/jobs')).json.data).toHaveLength(2);
  });

  test('are refused with a cell of a row that did not fail, or of no column', async () => {
    const row = await again(csv, { request: { mapping }, cells: { 1: { pages: '1' } } });
    const column = await again(csv, { request: { mapping }, cells: { 2: { Seiten: '1' } } });

    expect([row.status, row.json.problems[0]]).toMatchObject([
      422,
      { code: 'I086', path: 'cells.1' },
    ]);
    expect([column.status, column.json.problems[0]]).toMatchObject([
      400,
      { code: 'I085', path: 'cells.2.Seiten' },
    ]);
    expect((await jobs.call('GET', '/api/jobs')).json.data).toHaveLength(2);
  });

  test('need an import that has ended, and a file that still exists', async () => {
    const { json: job } = await jobs.upload(csv);
    const ask = () => jobs.call('POST', `/api/jobs/${job.id}/again`, {});

    expect((await ask()).json.code).toBe('S010');
    await jobs.run(job.id, { mapping, dryRun: true });
    expect((await ask()).json.code).toBe('S010');
    await jobs.run(job.id, { mapping });
    await shelves.library.database.query('delete from backoffice.job_files');
    expect((await ask()).json.code).toBe('S010');
  });

  test('need the right to import, and count towards the file quota', async () => {
    const { json: job } = await jobs.upload(csv, 'x.csv', 'staff');
    await jobs.run(job.id, { mapping }, 'staff');
    const ask = async (as: string) =>
      (await jobs.call('POST', `/api/jobs/${job.id}/again`, {}, as)).status;

    expect(await ask('viewer')).toBe(404);
    for (let at = 0; at < 30; at++) await jobs.upload('title\nA\n', `${at}.csv`, 'staff');
    expect(await ask('staff')).toBe(429);
    expect(await ask('admin')).toBe(201);
  });
});

describe('failed rows of a child list', () => {
  let shop: OrderShop;
  beforeAll(async () => {
    shop = await openOrderShop({ mayBeEmpty: true });
  });
  afterAll(() => shop.api.close());

  test('are corrected by their columns, and find the record of an imported row', async () => {
    const own = jobsOf(shop.api, '/api/orders');
    const file =
      'name,lines.product,lines.pieces\na1,bread,2\n,cake,many\n,pie,3\na2,tart,none\n,roll,1\n';
    const { json: job } = await own.upload(file, 'orders.csv');
    const done = await own.run(job.id, { mode: 'upsert' });
    expect(done.summary).toMatchObject({ failed: 2 });

    const cells = { 2: { 'lines.pieces': '4' }, 4: { 'lines.pieces': null } };
    const { json } = await own.call('POST', `/api/jobs/${job.id}/again`, { cells });
    const dry = await own.ended(json.id);
    expect(dry.summary).toMatchObject({ total: 4, created: 2, unchanged: 2, failed: 0 });
    await own.run(json.id, { ...dry.request, dryRun: false });

    const id = async (name: string) =>
      (await shop.api.call('GET', `/api/orders?name=${name}`, { as: 'admin' })).json.data[0]._id;
    expect(await shop.linesOf(await id('a1'))).toEqual(['bread 2', 'cake 4', 'pie 3']);
    expect(await shop.linesOf(await id('a2'))).toEqual(['roll 1', 'tart 1']);
  });
});

test('an import of failed rows is undone separately from the first import', async () => {
  const { ended, first } = await again(csv, {
    request: { mapping },
    cells: { 2: { pages: '1' } },
  });
  await jobs.run(ended.id, { ...ended.request, dryRun: false });
  await sendImport(shelves.library, '/api/books', [{ title: 'Other', isbn: '9' }]);

  await jobs.call('POST', `/api/jobs/${ended.id}/undo`);
  await jobs.ended(ended.id);

  expect((await books()).map(([, isbn]) => isbn)).toEqual(['1', '9']);
  await jobs.call('POST', `/api/jobs/${first.id}/undo`);
  await jobs.ended(first.id);
  expect((await books()).map(([, isbn]) => isbn)).toEqual(['9']);
});
