import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { compareBlobs } from '../../../src/store/system/files/compare-blobs.ts';
import { removeUnused } from '../../../src/store/system/files/remove-unused.ts';
import { moveJobFiles } from '../../../src/store/system/jobs/move-job-files.ts';
import { openTestApi } from '../../support/api.ts';
import { listBlobs, readBlob, storeBlob } from '../../support/blobs.ts';
import { jobsOf } from '../../support/jobs.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makeStudiesZip, makeZip } from '../../support/make-zip.ts';
import { studiesDescriptor } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
const studiesZip = await makeStudiesZip();
beforeEach(async () => {
  await api.database.query(
    'truncate studies, backoffice.jobs, backoffice.file_uses, backoffice.files cascade',
  );
});
afterAll(() => api.close());

/** Where the store has the files of a job, as the database says. */
const keysOf = async (job: string) =>
  (
    await api.database.rows<{ sha256: string }>(
      'select sha256 from backoffice.job_files where job = $1 order by part',
      [job],
    )
  ).map(({ sha256 }) => sha256);
const sizesOf = (keys: readonly string[]) =>
  Promise.all(keys.map((key) => api.services.blobs.sizeOf(key)));

const countFiles = async () =>
  await api.database.value('select count(*)::int from backoffice.files');

describe('a job of a ZIP', () => {
  const jobs = () => jobsOf(api, '/api/studies');

  test('is inspected, tried in a dry run, run and undone; its ZIP is deleted with it', async () => {
    const { upload: start, call, run, ended } = jobs();
    const { status, json } = await start(studiesZip, 'studies.zip', 'staff');
    expect([status, json.file.archive]).toEqual([201, { size: studiesZip.length, files: 4 }]);
    const keys = await keysOf(json.id);
    expect(await sizesOf(keys)).toEqual([json.file.size, studiesZip.length]);

    const look = await call('POST', `/api/jobs/${json.id}/look`, {}, 'staff');
    expect(look.json.columns.map(({ name, suggestion }: any) => [name, suggestion.field])).toEqual([
      ['title', 'title'],
      ['document', 'document'],
      ['pictures', 'pictures'],
    ]);
    const tried = await run(json.id, { mode: 'upsert', dryRun: true }, 'staff');
    expect(tried).toMatchObject({
      state: 'rehearsed',
      summary: { created: 2, unusedFiles: { count: 1 } },
    });
    expect(await countFiles()).toBe(0);
    const done = await run(json.id, { mode: 'upsert' }, 'staff');
    expect(done).toMatchObject({ state: 'done', summary: { created: 2, failed: 0 } });
    expect(await countFiles()).toBe(3);

    await call('POST', `/api/jobs/${json.id}/undo`, undefined, 'staff');
    expect(await ended(json.id)).toMatchObject({ state: 'undone', summary: { deleted: 2 } });
    const uses = 'select count(*)::int from backoffice.file_uses where current';
    expect(await api.database.value(uses)).toBe(0);
    await call('DELETE', `/api/jobs/${json.id}`, undefined, 'staff');
    expect(await sizesOf(keys)).toEqual([undefined, undefined]);
  });

  test('continues after its server failed, with the files of the remaining rows', async () => {
    const rows = Array.from({ length: 1_500 }, (_, at) => `S${at},${at < 1_000 ? 'a' : 'b'}.pdf`);
    const zip = makeZip({
      'studies.csv': `title,document\n${rows.join('\n')}\n`,
      'a.pdf': makePdf(['First']),
      'b.pdf': makePdf(['Second']),
    });
    const { media } = api.services;
    const failing = await api.openReplica({
      media: {
        ...media,
        type: (path, name) =>
          name === 'b.pdf' ? Promise.reject(new Error('no power')) : media.type(path, name),
      },
    });
    const { json } = await jobs().upload(zip, 'studies.zip', 'staff');

    const failed = await jobsOf(failing, '/api/studies').run(json.id, {}, 'staff');
    await failing.close();
    await jobs().call('POST', `/api/jobs/${json.id}/resume`, undefined, 'staff');
    const done = await jobs().ended(json.id);

    expect(failed).toMatchObject({ state: 'failed', doneRow: 1_000, summary: { created: 1_000 } });
    expect(done).toMatchObject({ state: 'done', summary: { created: 1_500, failed: 0 } });
    expect(await countFiles()).toBe(2);
  });

  test('deletes its ZIP with its file, but not before', async () => {
    const { json } = await jobs().upload(studiesZip, 'studies.zip', 'staff');
    const soon = new Date(Date.now() + 60_000);
    const clean = () => removeUnused(api.database, api.services.blobs, api.descriptor, soon);
    const keys = await keysOf(json.id);

    await clean();
    expect(await sizesOf(keys)).toEqual([json.file.size, studiesZip.length]);
    await api.database.query('delete from backoffice.job_files');
    await clean();
    expect(await sizesOf(keys)).toEqual([undefined, undefined]);
  });

  test('keeps its ZIP from being reported as unknown in the file store', async () => {
    const { json } = await jobs().upload(studiesZip, 'studies.zip', 'staff');
    const nobodys = await storeBlob(api.services.blobs, Buffer.from('nobody has this'));
    const { extra, missing } = await compareBlobs(api.database, api.services.blobs);
    expect(extra.map(({ key }) => key)).toEqual([nobodys]);
    expect(missing).toEqual([]);
    await jobs().call('DELETE', `/api/jobs/${json.id}`, undefined, 'staff');
  });
});

test('failed rows of a ZIP are imported again with its files', async () => {
  const { upload, run, ended, call } = jobsOf(api, '/api/studies');
  const packed = makeZip({
    'studies.csv': 'title,document\nOne,files/a.pdf\nTwo,files/missing.pdf\n',
    'files/a.pdf': makePdf(['Bisphenol A']),
  });
  const { json: job } = await upload(packed, 'studies.zip');
  expect((await run(job.id)).summary).toMatchObject({ created: 1, failed: 1 });

  const { json } = await call('POST', `/api/jobs/${job.id}/again`, {
    cells: { 2: { document: 'files/a.pdf' } },
  });
  await ended(json.id);
  const done = await run(json.id, { cells: { 1: { document: 'files/a.pdf' } } });

  expect(done.summary).toMatchObject({ created: 1, failed: 0 });
  const [table = '', zip = ''] = await keysOf(json.id);
  await call('DELETE', `/api/jobs/${job.id}`);
  expect(await sizesOf([table, zip])).toEqual([json.file.size, packed.length]);
  await call('DELETE', `/api/jobs/${json.id}`);
  expect(await sizesOf([table, zip])).toEqual([undefined, undefined]);
});

test('files that an earlier version stored in the database move to the file store', async () => {
  const { upload, run } = jobsOf(api, '/api/studies');
  const { blobs } = api.services;
  const { json } = await upload(studiesZip, 'studies.zip');
  const [table = '', zip = ''] = await keysOf(json.id);
  const bytes = await readBlob(blobs, table);
  for (const [at, piece] of [bytes.subarray(0, 10), bytes.subarray(10)].entries())
    await api.database.query('insert into backoffice.job_chunks values ($1, $2, $3)', [
      json.id,
      at,
      piece,
    ]);
  await storeBlob(blobs, await readBlob(blobs, zip), `imports/${json.id}`);
  await api.database.query('delete from backoffice.job_files');
  await removeUnused(api.database, blobs, api.descriptor);
  expect(await sizesOf([table, zip])).toEqual([undefined, undefined]);

  expect(await moveJobFiles({ database: api.database, blobs })).toBe(1);

  expect(await moveJobFiles({ database: api.database, blobs })).toBe(0);
  expect(await listBlobs(blobs, 'imports/')).toEqual([]);
  expect(await keysOf(json.id)).toEqual([table, zip]);
  expect((await run(json.id)).summary).toMatchObject({ created: 2, failed: 0 });
});
