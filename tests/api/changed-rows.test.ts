import { describe, expect, test } from 'vitest';
import { sendImport } from '../support/exchange.ts';
import type { TestJobs } from '../support/jobs.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let shelves: Shelves;
let jobs: TestJobs;
openShelfJobs((opened, of) => {
  jobs = opened;
  shelves = of;
});

describe('rows that change', () => {
  test('are found by the field, and counted', async () => {
    await sendImport(shelves.library, '/api/books', [
      { title: 'A', isbn: '1', pages: 1 },
      { title: 'B', isbn: '2', pages: 1 },
      { title: 'C', isbn: '3', pages: 1 },
    ]);
    const { json: job } = await jobs.upload('isbn,title,pages\n1,A,2\n2,Z,2\n3,Y,1\n4,N,\n');
    await jobs.run(job.id, { mode: 'upsert', dryRun: true });
    const ask = async (query: string) =>
      (await jobs.call('GET', `/api/jobs/${job.id}/rows?${query}`)).json;

    const found = await ask('outcome=updated&field=pages&_perPage=1');

    expect(found).toMatchObject({
      data: [{ row: 1, changes: [{ field: 'pages', old: 1, new: 2 }] }],
      next: 1,
      total: 2,
    });
    expect(await ask('outcome=updated&field=pages&_after=1')).toMatchObject({
      data: [{ row: 2 }],
      total: null,
    });
    expect((await ask('outcome=created&field=pages')).data).toEqual([]);
    const { json } = await jobs.call('GET', `/api/jobs/${job.id}/problems?outcome=updated`);
    expect(json).toEqual({
      data: [],
      fields: [
        { field: 'pages', count: 2 },
        { field: 'title', count: 2 },
      ],
    });
  });

  test('are found by field and warning at once', async () => {
    const { json: job } = await jobs.upload('title,pages\nA\n1.23457E+11,2\nB,3\n1.2E+12\n');
    await jobs.run(job.id, { dryRun: true });
    const rows = async (query: string) =>
      (await jobs.call('GET', `/api/jobs/${job.id}/rows?outcome=warning&${query}`)).json.data.map(
        ({ row }: { row: number }) => row,
      );

    expect(await rows('')).toEqual([1, 2, 4]);
    expect(await rows('column=title&code=I060')).toEqual([2, 4]);
    expect(await rows('column=title&code=I060&field=pages')).toEqual([2]);
    expect(await rows('code=I050&field=pages')).toEqual([]);
  });
});
