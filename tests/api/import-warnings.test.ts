import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';

const descriptor = toDescriptor({
  app: {},
  roles: { admin: { all: true } },
  resources: {
    chems: {
      importKey: 'casId',
      title: '{casId}',
      fields: {
        casId: { type: 'cas', required: true, unique: true, pseudoKeys: true },
        name: { type: 'text' },
        ec: { type: 'cas' },
        dtxsid: { type: 'text', maxLength: 15, pattern: '^DTXSID\\d{7,}$' },
      },
    },
    users: {
      fields: {
        email: { type: 'email', required: true, unique: true },
        name: { type: 'text', required: true },
        role: { type: 'choice', choices: ['admin'] },
        status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
      },
    },
  },
});

const near = [
  'casId,name',
  '80057,a',
  '80-5-7,b',
  '80-05-7),c',
  '1980-05-07,d',
  'CAS 80-05-7,e',
  '1e5,f',
  '"71-43-2;100-41-4",g',
].join('\n');

const lab = await openTestApi({ descriptor: () => descriptor });
const jobs = jobsOf(lab, '/api/chems');
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.database.query('truncate chems, backoffice.jobs cascade');
});

const send = (file: string, parts: Record<string, string> = {}) =>
  sendImport(lab, '/api/chems', file, { name: 'chems.csv', parts });

async function names(): Promise<Record<string, string>> {
  const { json } = await lab.call('GET', '/api/chems?_perPage=100&_sort=casId', { as: 'admin' });
  return Object.fromEntries(json.data.map((one: any) => [one.casId, one.name]));
}

describe('rows with warnings', () => {
  test('are reported also if the column and the field have different names', async () => {
    const mapping = JSON.stringify({ 'CAS No.': 'casId' });

    const { json } = await send('CAS No.,name\n80057,a\n', { mapping });

    expect(json.warned).toMatchObject([{ code: 'V040', column: 'CAS No.', path: 'casId' }]);
  });

  test('are imported and reported, with the probable value', async () => {
    const { json } = await send(near, { mode: 'upsert' });

    expect(json).toMatchObject({ total: 7, created: 7, failed: 0, warnings: 7, leftOut: 0 });
    expect(json.warned.map(({ row, code, proposed }: any) => [row, code, proposed])).toEqual([
      [1, 'V040', '80-05-7'],
      [2, 'V040', '80-05-7'],
      [3, 'V040', '80-05-7'],
      [4, 'V040', '80-05-7'],
      [5, 'V040', '80-05-7'],
      [6, 'V022', undefined],
      [7, 'V022', undefined],
    ]);
    expect(json.warned[0]).toMatchObject({
      path: 'casId',
      column: 'casId',
      value: '80057',
      message: 'is not a CAS number; did you mean 80-05-7?',
    });
  });

  test('are skipped on request, and counted', async () => {
    const { json } = await send(`${near}\n50-00-0,formaldehyde`, { warnings: 'leaveOut' });

    expect(json).toMatchObject({ total: 8, created: 1, warnings: 7, leftOut: 7, failed: 0 });
    expect(await names()).toEqual({ '50-00-0': 'formaldehyde' });
  });

  test('use the probable value after confirmation, for a row or for all', async () => {
    const file = 'casId,name\n80057,a\n1957-10-03,b\n67641,c\n';

    const one = await send(file, { take: '2' });
    expect(one.json).toMatchObject({ created: 3, warnings: 2 });
    expect(Object.keys(await names()).sort()).toEqual(['57-10-3', '67641', '80057']);

    await lab.database.query('truncate chems cascade');
    const all = await send(file, { take: 'all' });
    expect(all.json).toEqual(summary({ total: 3, created: 3 }));
    expect(Object.keys(await names()).sort()).toEqual(['57-10-3', '67-64-1', '80-05-7']);
  });

  test('are offered the probable value also if the field refuses the given one', async () => {
    const { json } = await send('casId,ec\n80-05-7,57-10-03 00:00:00\n');

    expect(json).toMatchObject({ failed: 1, warnings: 0 });
    expect(json.problems).toMatchObject([{ code: 'V011', path: 'ec', proposed: '57-10-3' }]);
    const { json: again } = await send('casId,ec\n80-05-7,57-10-03 00:00:00\n', { take: 'all' });
    expect(again).toMatchObject({ created: 1 });
  });

  test('include those of a record that an earlier row names, unless that row fails', async () => {
    const file = 'casId,name\n80-05-7,one\n50-00-0,x\n80-05-7,two\n';

    const { json: looked } = await send(file, { mode: 'upsert', dryRun: 'true' });
    expect(looked).toMatchObject({ created: 2, updated: 1, warnings: 1, duplicates: 0 });
    expect(looked.warned).toMatchObject([
      { row: 3, code: 'I061', path: 'casId', params: { row: 1, key: 'casId' } },
    ]);
    const { json: left } = await send(file, { mode: 'upsert', warnings: 'leaveOut' });
    expect(left).toMatchObject({ created: 2, updated: 0, leftOut: 1 });
    expect(await names()).toEqual({ '50-00-0': 'x', '80-05-7': 'one' });
    const { json: created } = await send('casId\n57-10-3\n57-10-3\n');
    expect(created).toMatchObject({ created: 1, failed: 1, duplicates: 1, warnings: 0 });
  });

  test('include texts that a spreadsheet has made of a long number', async () => {
    const { json } = await send('casId,name\n80-05-7,1.23457E+11\n');

    expect(json.warned).toMatchObject([{ row: 1, code: 'I060', path: 'name' }]);
  });
});

describe('excluded rows', () => {
  test('are not imported, and are counted', async () => {
    const { json } = await send('casId,name\n80-05-7,a\n50-00-0,b\n57-10-3,c\n67-64-1,d\n', {
      leaveOut: '1,3-4',
    });

    expect(json).toEqual(summary({ total: 4, created: 1, leftOut: 3 }));
    expect(await names()).toEqual({ '50-00-0': 'b' });
  });

  test.each(['x', '3-1', '0', '1-20000'])('cannot be named %s', async (leaveOut) => {
    const { status, json } = await send('casId\n80-05-7\n', { leaveOut });

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ path: 'leaveOut' }]);
  });
});

describe('a column', () => {
  test('leaves fields of empty cells unchanged, and removes a prefix', async () => {
    await send('casId,name\n80-05-7,old\n50-00-0,old\n');
    const file =
      'cas,name\nhttps://example.org/80-05-7,\nhttps://example.org/50-00-0,new\n57-10-3,\n';
    const cas = { field: 'casId', prefix: 'https://example.org/' };

    const { json } = await send(file, {
      mode: 'upsert',
      mapping: JSON.stringify({ cas, name: { field: 'name', blank: 'leave' } }),
    });

    expect(json).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0 });
    expect(await names()).toEqual({ '80-05-7': 'old', '50-00-0': 'new', '57-10-3': null });
    await send(file, { mode: 'upsert', mapping: JSON.stringify({ cas }) });
    expect(await names()).toMatchObject({ '80-05-7': null });
  });

  test('reports a wrong pattern before an excessive length', async () => {
    const { json } = await send(`casId,dtxsid\n80-05-7,https://example.org/DTXSID3020596\n`);

    expect(json.problems).toMatchObject([{ code: 'V007', path: 'dtxsid' }]);
  });
});

describe('an option', () => {
  test('in the URL is refused with its proper place', async () => {
    const { status, json } = await lab.call('POST', '/api/chems/import?dryRun=true', {
      as: 'admin',
    });

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([
      { code: 'Q001', path: 'dryRun', hint: 'send it as part of the form' },
    ]);
  });
});

describe('a job', () => {
  test('lists, counts, filters and returns rows with warnings', async () => {
    const { json: job } = await jobs.upload(near);
    const { summary: counts } = await jobs.run(job.id, { mode: 'upsert', dryRun: true });
    const path = `/api/jobs/${job.id}`;

    expect(counts).toMatchObject({ created: 7, warnings: 7 });
    const { json: rows } = await jobs.call('GET', `${path}/rows?outcome=warning&code=V022`);
    expect(rows.data).toMatchObject([
      { row: 6, line: 7, outcome: 'created', warnings: [{ column: 'casId', value: '1e5' }] },
      { row: 7, line: 8, outcome: 'created' },
    ]);
    const { json: counted } = await jobs.call('GET', `${path}/problems?outcome=warning`);
    expect(counted.data).toMatchObject([
      { column: 'casId', code: 'V040', count: 5 },
      { column: 'casId', code: 'V022', count: 2 },
    ]);
    const { text } = await jobs.call('GET', `${path}/failed?outcome=warning`);
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '_problems,casId,name',
      'casId = 80057: is not a CAS number; did you mean 80-05-7?,80057,a',
    ]);
  });

  test('words a problem of many rows without the differing values', async () => {
    const { json: job } = await jobs.upload('casId,name\n80057,a\n107073,b\n');
    await jobs.run(job.id, { mode: 'upsert', dryRun: true });

    const { json } = await jobs.call('GET', `/api/jobs/${job.id}/problems?outcome=warning`);

    expect(json.data).toMatchObject([
      { code: 'V040', count: 2, message: 'is not a CAS number; did you mean …?' },
    ]);
  });

  test('skips and corrects the chosen rows, and its recipe does not store them', async () => {
    const { json: job } = await jobs.upload(near);

    const { summary: counts } = await jobs.run(job.id, {
      mode: 'upsert',
      warnings: 'leaveOut',
      leaveOut: [2],
      take: [1],
    });

    expect(counts).toMatchObject({ total: 7, created: 1, leftOut: 6, warnings: 6 });
    expect(await names()).toEqual({ '80-05-7': 'a' });
    expect((await jobs.rows(job.id, 'leftOut')).map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7]);
    const { json: recipes } = await jobs.call('GET', '/api/chems/recipes');
    expect(recipes.data[0].request).toMatchObject({ mode: 'upsert', warnings: 'leaveOut' });
    expect(recipes.data[0].request).not.toHaveProperty('take');
    expect(recipes.data[0].request).not.toHaveProperty('leaveOut');
  });
});
