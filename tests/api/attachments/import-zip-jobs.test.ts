import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareBlobs } from '../../../src/store/system/files/compare-blobs.ts';
import { removeUnused } from '../../../src/store/system/files/remove-unused.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { listBlobs, storeBlob } from '../../support/blobs.ts';
import { jobsOf } from '../../support/jobs.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makeStudiesZip, makeZip } from '../../support/make-zip.ts';
import { studiesDescriptor } from '../../support/studies.ts';

let api: TestApi;
let studiesZip: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  studiesZip = await makeStudiesZip();
});
beforeEach(async () => {
  await api.database.query(
    'truncate studies, backoffice.jobs, backoffice.file_uses, backoffice.files cascade',
  );
});
afterAll(() => api.close());

const countFiles = async () =>
  await api.database.value('select count(*)::int from backoffice.files');

describe('a job of a ZIP', () => {
  const jobs = () => jobsOf(api, '/api/studies');

  test('is looked at, tried, run and undone; its ZIP goes with it', async () => {
    const { upload: start, call, run, ended } = jobs();
    const { status, json } = await start(studiesZip, 'studies.zip', 'staff');
    expect([status, json.file.archive]).toEqual([201, { size: studiesZip.length, files: 4 }]);
    expect(await listBlobs(api.services.blobs, 'imports/')).toEqual([`imports/${json.id}`]);

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
    expect(await listBlobs(api.services.blobs, 'imports/')).toEqual([]);
  });

  test('goes on after its server failed, with the files of the remaining rows', async () => {
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

  test('loses its ZIP with its file, but not before', async () => {
    const { json } = await jobs().upload(studiesZip, 'studies.zip', 'staff');
    const soon = new Date(Date.now() + 60_000);
    const clean = () => removeUnused(api.database, api.services.blobs, api.descriptor, soon);
    const zips = () => listBlobs(api.services.blobs, 'imports/');

    await clean();
    expect(await zips()).toEqual([`imports/${json.id}`]);
    await api.database.query('delete from backoffice.job_chunks');
    await clean();
    expect(await zips()).toEqual([]);
  });

  test('is what the database expects in the store of files', async () => {
    const { json } = await jobs().upload(studiesZip, 'studies.zip', 'staff');
    await storeBlob(api.services.blobs, Buffer.from('nobody has this'), 'imports/nobody');
    const { extra } = await compareBlobs(api.database, api.services.blobs);
    const keys = extra.map(({ key }) => key).filter((key) => key.startsWith('imports/'));
    expect(keys).toEqual(['imports/nobody']);
    await jobs().call('DELETE', `/api/jobs/${json.id}`, undefined, 'staff');
  });
});

test('failed rows of a ZIP are tried again with its files', async () => {
  const { upload, run, ended, call } = jobsOf(api, '/api/studies');
  const zip = makeZip({
    'studies.csv': 'title,document\nOne,files/a.pdf\nTwo,files/missing.pdf\n',
    'files/a.pdf': makePdf(['Bisphenol A']),
  });
  const { json: job } = await upload(zip, 'studies.zip');
  expect((await run(job.id)).summary).toMatchObject({ created: 1, failed: 1 });

  const { json } = await call('POST', `/api/jobs/${job.id}/again`, {
    cells: { 2: { document: 'files/a.pdf' } },
  });
  await ended(json.id);
  const done = await run(json.id, { cells: { 1: { document: 'files/a.pdf' } } });

  expect(done.summary).toMatchObject({ created: 1, failed: 0 });
  const own = [`imports/${job.id}`, `imports/${json.id}`];
  expect(await listBlobs(api.services.blobs, 'imports/')).toEqual(expect.arrayContaining(own));
  await call('DELETE', `/api/jobs/${json.id}`);
  expect(await listBlobs(api.services.blobs, 'imports/')).not.toContain(own[1]);
});
