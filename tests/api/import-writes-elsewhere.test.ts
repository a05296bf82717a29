import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { extractionsDescriptor } from '../support/extractions.ts';
import { makePicture } from '../support/make-picture.ts';
import { makeZip } from '../support/make-zip.ts';

// Where a list is not a column of the record's own table: references in a ring, child lists, files.

const descriptor = extractionsDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(() => api.database.query('truncate extractions, samples cascade'));

async function send(
  file: readonly object[] | string | Uint8Array<ArrayBuffer>,
  mapping: Record<string, unknown> = {},
  parts: Record<string, string> = {},
) {
  const ofRows = Array.isArray(file) ? 'a.json' : 'a.csv';
  const name = file instanceof Uint8Array ? 'all.zip' : ofRows;
  const sent = { mode: 'upsert', mapping: JSON.stringify(mapping), ...parts };
  return (await sendImport(api, '/api/extractions', file, { name, parts: sent })).json;
}

async function list(resource: string, sort: string): Promise<any[]> {
  return (await api.call('GET', `/api/${resource}?_sort=${sort}`, { as: 'admin' })).json.data;
}

test('circular references of new records are added to existing ones', async () => {
  await send([
    { _id: 'z', code: 'Z' },
    { code: 'A', others: ['Z'] },
  ]);
  const others = { field: 'others', write: 'add' };
  const count = 2_300;
  // Rows of later batches, which wait for each other: their references are set after all were written.
  const ring = Array.from({ length: count }, (_, at) => ({
    _id: `n${at}`,
    code: `N${at}`,
    others: [`N${(at + 1) % count}`],
  }));
  const rows = [{ code: 'A', others: ['N1500', 'Z'] }, ...ring, { code: 'A', others: ['N7'] }];

  const summary = await send(rows, { others });
  const again = await send(rows, { others });

  expect(summary).toMatchObject({ created: count, updated: 2, failed: 0 });
  const { json } = await api.call('GET', '/api/extractions?code=A', { as: 'admin' });
  expect(json.data[0].others.toSorted()).toEqual(['n1500', 'n7', 'z']);
  expect(again).toMatchObject({ unchanged: count + 2, failed: 0 });
});

test('values are added to the lists of child records', async () => {
  await send('code,samples.name,samples.labels\nA,one,x\nA,two,y\n');
  const labels = { field: 'samples.labels', write: 'add' };

  const csv = 'code,samples.name,labels\nA,one,z | x\nA,two,y\n';
  const summary = await send(csv, { labels });

  expect(summary).toMatchObject({ updated: 1, unchanged: 2, failed: 0 });
  expect((await list('samples', 'name')).map((one) => one.labels)).toEqual([['x', 'z'], ['y']]);
});

test('files of a ZIP are added, and not twice', async () => {
  const zip = (csv: string, pictures: Record<string, Uint8Array>) =>
    makeZip({ 'table.csv': csv, ...pictures });
  const [one, two] = [await makePicture(3, 2), await makePicture(4, 2)];
  await send(zip('code,pictures\nA,one.png\n', { 'one.png': one }));
  const pictures = { field: 'pictures', write: 'add' };
  const both = zip('code,pictures\nA,one.png | two.png\n', { 'one.png': one, 'two.png': two });

  const summary = await send(both, { pictures });
  const again = await send(both, { pictures });

  expect([summary, again]).toMatchObject([{ updated: 1 }, { unchanged: 1 }]);
  const [record] = await list('extractions', 'code');
  expect(record.pictures.map(({ name }: any) => name)).toEqual(['one.png', 'two.png']);
  const gone = { ...pictures, write: 'remove' };
  expect(
    await send(`code,pictures\nA,${record.pictures[0].id}\n`, { pictures: gone }),
  ).toMatchObject({ updated: 1 });
  expect((await list('extractions', 'code'))[0].pictures).toEqual([record.pictures[1]]);
});
