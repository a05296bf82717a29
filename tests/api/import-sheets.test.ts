import { expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { jobsOf, type TestJobs } from '../support/jobs.ts';
import { librarySource } from '../support/library.ts';
import { makeZip } from '../support/make-zip.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';
import { authors, books, splitBook, workbookOf } from '../support/split-book.ts';

let jobs: TestJobs;
let shelves: Shelves;
openShelfJobs((opened, on) => {
  jobs = opened;
  shelves = on;
});

test('each sheet is assigned to the collection whose fields it names', async () => {
  const sheets = {
    Books: books,
    People: authors,
    Notes: [
      ['a', 'b'],
      ['x', 'y'],
    ],
  };
  const { json: job } = await jobs.upload(await workbookOf(sheets), 'book.xlsx');

  const { json } = await jobs.call('GET', `/api/jobs/${job.id}/sheets/suggestions`);

  expect(json.data).toEqual([
    { sheet: 'Books', resource: 'books' },
    { sheet: 'People', resource: 'authors' },
    { sheet: 'Notes', resource: null },
  ]);
});

test('further sheets become jobs of their own, in the order of their references', async () => {
  const { job, made, people, own } = await splitBook(jobs);

  const look = await jobs.call('POST', `/api/jobs/${people.id}/look`, {});

  expect(made.status).toBe(201);
  expect(own).toMatchObject({ id: job.id, resource: 'books', workbook: job.id });
  expect(people).toMatchObject({ resource: 'authors', workbook: job.id, state: 'uploaded' });
  expect(look.json.columns.map(({ name }: any) => name)).toEqual(['name', 'penName']);
});

test('a dry run finds the records of earlier sheets, and all are imported in order', async () => {
  const { people, own, path, settled, repeated } = await splitBook(jobs);
  const alone = await jobs.run(own.id, { dryRun: true });
  await jobs.run(people.id, { dryRun: true });
  const together = await repeated(alone);

  const started = await jobs.call('POST', `${path}/run`);
  const done = await settled();

  expect(alone.summary.failed).toBe(2);
  expect(together.summary).toMatchObject({ created: 2, failed: 0 });
  expect(together.summary.total).toBe(2);
  expect(started.status).toBe(202);
  expect(done.map(({ state, summary }: any) => [state, summary.created])).toEqual([
    ['done', 2],
    ['done', 2],
  ]);
  const titles = (await shelves.all()).map(({ title }) => title);
  expect(new Set(titles)).toEqual(new Set(['One', 'Two']));
});

test('each import can be undone on its own', async () => {
  const { people, own, path, settled } = await splitBook(jobs);
  for (const { id } of [people, own]) await jobs.run(id, { dryRun: true });
  await jobs.call('POST', `${path}/run`);
  await settled();

  for (const { id } of [own, people]) {
    expect((await jobs.call('POST', `/api/jobs/${id}/undo`)).status).toBe(202);
    expect((await jobs.ended(id)).state).toBe('undone');
  }

  expect(await shelves.all()).toEqual([]);
});

test('new settings of a sheet repeat the dry runs of later sheets', async () => {
  const { people, own, repeated } = await splitBook(jobs);
  await jobs.run(people.id, { dryRun: true });
  const first = await jobs.run(own.id, { dryRun: true, mode: 'create' });

  await jobs.run(people.id, { dryRun: true, leaveOut: [1] });
  const without = await repeated(first);
  await jobs.run(people.id, { dryRun: true });
  const again = await repeated(without);

  expect([first, without, again].map(({ summary }) => summary.failed)).toEqual([0, 1, 0]);
  expect(again.request).toMatchObject({ mode: 'create', dryRun: true });
  expect((await jobs.ended(people.id)).startedAt < again.startedAt).toBe(true);
});

test('undoing a sheet first keeps records to which others refer', async () => {
  const { people, own, path, settled } = await splitBook(jobs);
  for (const { id } of [people, own]) await jobs.run(id, { dryRun: true });
  await jobs.call('POST', `${path}/run`);
  await settled();

  await jobs.call('POST', `/api/jobs/${people.id}/undo`);
  const early = await jobs.ended(people.id);

  expect(early).toMatchObject({ state: 'undone', summary: { failed: 2, deleted: 0 } });
  expect(early.summary.problems).toMatchObject([{ code: 'S004' }, { code: 'S004' }]);
  expect(await shelves.all()).toHaveLength(2);
});

test.each<[string, unknown, string, string]>([
  ['a sheet that is not there', { sheet: 'Nope', resource: 'authors' }, 'I028', 'sheets.0.sheet'],
  [
    'a collection that is not there',
    { sheet: 'People', resource: 'no' },
    'I005',
    'sheets.0.resource',
  ],
  [
    'a collection by a hostile name',
    { sheet: 'People', resource: '__proto__' },
    'I005',
    'sheets.0.resource',
  ],
])('refuses %s', async (_name, sheet, code, path) => {
  const { json: job } = await jobs.upload(
    await workbookOf({ Books: books, People: authors }),
    'b.xlsx',
  );

  const { status, json } = await jobs.call('POST', `/api/jobs/${job.id}/sheets`, {
    sheets: [sheet],
  });

  expect([status, json.problems[0].code, json.problems[0].path]).toEqual([422, code, path]);
});

test('the rights and the budget of the caller count for each sheet', async () => {
  const book = await workbookOf({ Books: books, People: authors });
  const { json: job } = await jobs.upload(book, 'book.xlsx', 'staff');
  const path = `/api/jobs/${job.id}/sheets`;
  const sheets = (count: number, resource: string) => ({
    sheets: Array.from({ length: count }, () => ({ sheet: 'People', resource })),
  });

  const forbidden = await jobs.call('POST', path, sheets(1, 'users'), 'staff');
  const others = await jobs.call('POST', path, sheets(1, 'authors'), 'viewer');
  const many = await jobs.call('POST', path, sheets(30, 'authors'), 'staff');
  const most = await jobs.call('POST', path, sheets(29, 'authors'), 'staff');
  const full = await jobs.call('POST', path, sheets(1, 'authors'), 'staff');

  expect([forbidden.status, forbidden.json.problems[0].code]).toEqual([422, 'I005']);
  expect(others.status).toBe(404);
  expect(many.status).toBe(422);
  expect(most.status).toBe(201);
  expect([full.status, full.json.problems[0].code]).toEqual([429, 'A021']);
});

test('a workbook in a ZIP has one sheet to import', async () => {
  const book = await workbookOf({ Books: books, People: authors });
  const { json: job } = await jobs.upload(makeZip({ 'book.xlsx': book, 'a.txt': 'a' }), 'book.zip');

  const { status, json } = await jobs.call('POST', `/api/jobs/${job.id}/sheets`, {
    sheets: [{ sheet: 'People', resource: 'authors' }],
  });

  expect([status, json.problems[0].code]).toEqual([422, 'I095']);
});

test('hidden fields do not influence the choice of collection, sheet or header row', async () => {
  const lookAt = async (rows: Record<string, string[][]>) => {
    const { json: job } = await jobs.upload(await workbookOf(rows), 'book.xlsx', 'staff');
    const path = `/api/jobs/${job.id}`;
    const look = await jobs.call('POST', `${path}/look`, {}, 'staff');
    const suggested = await jobs.call('GET', `${path}/sheets/suggestions`, undefined, 'staff');
    return { layout: look.json.layout, suggestions: suggested.json.data };
  };
  const guess = async (name: string) => [
    await lookAt({ First: [['title', 'x']], Second: [['title', name]] }),
    await lookAt({
      Only: [
        ['title', 'x', 'x'],
        ['title', name, 'x'],
      ],
    }),
  ];

  expect(await guess('secret')).toEqual(await guess('no field'));
});

test('of two collections that fit equally, a sheet is assigned to the one with fewer hidden fields', async () => {
  const text = { type: 'text' };
  const hidden = { ...text, read: ['admin'], write: ['admin'] };
  const permissions = { staff: ['list', 'read', 'create', 'import'] };
  const descriptor = toDescriptor({
    roles: librarySource.roles,
    resources: {
      users: librarySource.resources.users,
      wide: { fields: { code: text, place: text, colour: text }, permissions },
      deep: { fields: { code: text, place: text, cost: hidden, margin: hidden }, permissions },
    },
  });
  const lab = await openTestApi({ descriptor: () => descriptor });
  const { upload, call } = jobsOf(lab, '/api/wide');
  const suggested = async (as: string) => {
    const book = await workbookOf({ Only: [['code', 'place']] });
    const { json: job } = await upload(book, 'book.xlsx', as);
    return (await call('GET', `/api/jobs/${job.id}/sheets/suggestions`, undefined, as)).json.data;
  };

  const [forAdmin, forStaff] = [await suggested('admin'), await suggested('staff')];
  await lab.close();

  expect(forAdmin).toEqual([{ sheet: 'Only', resource: 'wide' }]);
  expect(forStaff).toEqual([{ sheet: 'Only', resource: 'deep' }]);
});
