import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { listBlobs } from '../../support/blobs.ts';
import { fetchExport, sendImport } from '../../support/exchange.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makePicture } from '../../support/make-picture.ts';
import { makeStudiesZip, makeZip } from '../../support/make-zip.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const pdf = makePdf(['Bisphenol A migrates']);

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
const png = await makePicture(3, 2);
const studiesZip = await makeStudiesZip();
beforeEach(async () => {
  await api.database.query(
    'truncate studies, backoffice.jobs, backoffice.file_uses, backoffice.files cascade',
  );
});
afterAll(() => api.close());

const send = (zip: Uint8Array<ArrayBuffer>, parts: Record<string, string> = {}, as = 'staff') =>
  sendImport(api, '/api/studies', zip, {
    as,
    name: 'studies.zip',
    parts: { mode: 'upsert', ...parts },
  });

const list = async (as = 'staff') =>
  (await api.call('GET', '/api/studies?_sort=title&_perPage=1000', { as })).json.data;

const countFiles = async () =>
  await api.database.value('select count(*)::int from backoffice.files');

describe('an import of a ZIP', () => {
  test('stores each file named in its cells once, by the rules of uploads', async () => {
    const { status, json } = await send(studiesZip);

    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        created: 2,
        failed: 0,
        unusedFiles: { count: 1, paths: ['batch/files/notes.txt'] },
      }),
    ]);
    const [one, two] = await list();
    expect(one.document).toMatchObject({
      name: 'a.pdf',
      type: 'application/pdf',
      size: pdf.length,
    });
    expect(one.pictures.map(({ name }: any) => name)).toEqual(['b.png', 'c.png']);
    expect(two.document).toEqual(one.document);
    expect(await countFiles()).toBe(3);
    const path = `/api/studies/${one._id}/files/${one.document.id}`;
    expect((await api.call('GET', path, { as: 'staff' })).status).toBe(200);
  });

  test('changes nothing in a dry run, which reports missing and refused files', async () => {
    const zip = makeZip({
      'studies.csv':
        'title,document,pictures\nOne,a.pdf,\nTwo,b.png,\nThree,gone.pdf,\nFour,,a.pdf | b.png\n',
      'a.pdf': pdf,
      'b.png': png,
      'files/large.pdf': Buffer.alloc(2_000_000),
    });
    const before = await listBlobs(api.services.blobs, '');

    const { json } = await send(zip, { dryRun: 'true' });

    expect(json).toMatchObject({ created: 1, failed: 3, unusedFiles: { count: 1 } });
    expect(json.problems.map(({ row, column, code }: any) => [row, column, code])).toEqual([
      [2, 'document', 'V066'],
      [3, 'document', 'I067'],
      [4, 'pictures', 'V066'],
    ]);
    expect(json.problems[1].message).toBe('names a file that the ZIP does not have (gone.pdf)');
    expect([await countFiles(), await list()]).toEqual([0, []]);
    expect(await listBlobs(api.services.blobs, '')).toEqual(before);
  });

  test.each(['csv', 'tsv', 'json', 'ndjson', 'xlsx'])(
    'changes nothing if it is an export that nobody has changed: %s',
    async (format) => {
      await send(studiesZip);
      const path = `/api/studies/export?_files=true&format=${format}`;
      const { bytes } = await fetchExport(api, path, 'staff');
      const { json } = await send(bytes);
      expect(json).toMatchObject({ total: 2, unchanged: 2, unusedFiles: { count: 0 } });
      expect(await countFiles()).toBe(3);
    },
  );

  test('changes nothing with 200 records and their files', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, at) => `S${at},files/${at % 7}.pdf,files/${at}.png`,
    );
    const files = Object.fromEntries([
      ...Array.from({ length: 7 }, (_, at) => [`files/${at}.pdf`, makePdf([`Study ${at}`])]),
      ...Array.from({ length: 200 }, (_, at) => [`files/${at}.png`, png]),
    ]);
    const zip = makeZip({
      'studies.csv': `title,document,pictures\n${rows.join('\n')}\n`,
      ...files,
    });
    const made = await send(zip);
    const before = await list();

    const { bytes } = await fetchExport(api, '/api/studies/export?_files=true&format=csv', 'staff');
    const { json } = await send(bytes);

    expect(made.json).toMatchObject({ created: 200, failed: 0 });
    expect(json).toMatchObject({ unchanged: 200, updated: 0, failed: 0 });
    expect(await list()).toEqual(before);
    expect(await countFiles()).toBe(207);
  });

  test('adds files to another installation, and changed files to the same one', async () => {
    await send(studiesZip);
    const { bytes } = await fetchExport(api, '/api/studies/export?_files=true&format=csv', 'staff');
    const entries = unzipSync(bytes);
    const [before] = await list();
    const other = makePdf(['Bisphenol A does not migrate']);
    const changed = zipSync({ ...entries, 'files/document/One/a.pdf': new Uint8Array(other) });

    const same = await send(changed);
    const [after] = await list();
    await api.database.query('truncate studies, backoffice.file_uses, backoffice.files cascade');
    const elsewhere = await send(bytes);
    const [restored] = await list();

    expect(same.json).toMatchObject({ updated: 1, unchanged: 1 });
    expect(after.document).toMatchObject({ name: 'a.pdf', size: other.length });
    expect(after.document.id).not.toBe(before.document.id);
    expect(after.pictures).toEqual(before.pictures);
    expect(elsewhere.json).toMatchObject({ created: 2, failed: 0 });
    expect(restored.document).toMatchObject({ sha256: before.document.sha256 });
  });

  test('names the path of a problem if the cell beside it is empty', async () => {
    const csv = 'title,document,document.path\nOne,,b.png\n';
    const { json } = await send(makeZip({ 'studies.csv': csv, 'b.png': png }));
    expect(json.problems).toMatchObject([{ column: 'document', value: 'b.png', code: 'V066' }]);
  });

  test('does not use a file of another user whose ID is in a cell', async () => {
    const secret = await upload(api, pdf, { as: 'admin', field: 'studies.papers' });
    const csv = `title,document\nOne,${secret.json.id}\n`;

    const { json } = await send(makeZip({ 'studies.csv': csv }));

    expect(json.problems).toMatchObject([{ row: 1, column: 'document', code: 'V063' }]);
  });

  test('stores the file at the path instead of one that the user cannot use', async () => {
    const secret = await upload(api, pdf, { as: 'admin', field: 'studies.papers' });
    const csv = `title,document,document.path\nOne,${secret.json.id},a.pdf\n`;

    const { json } = await send(makeZip({ 'studies.csv': csv, 'a.pdf': pdf }));
    const [one] = await list();

    expect(json).toMatchObject({ created: 1, failed: 0 });
    expect(one.document).toMatchObject({ name: 'a.pdf', sha256: secret.json.sha256 });
    expect(one.document.id).not.toBe(secret.json.id);
  });

  test('is refused for a read-only field, and without the right to import', async () => {
    const zip = makeZip({ 'studies.csv': 'title,papers\nOne,a.pdf\n', 'a.pdf': pdf });

    const staff = await send(zip);
    const viewer = await send(zip, {}, 'viewer');

    expect(staff.json.problems).toMatchObject([{ column: 'papers', code: 'I002' }]);
    expect([viewer.status, await countFiles()]).toEqual([403, 0]);
  });

  test('imports all or nothing on request', async () => {
    const zip = makeZip({
      'studies.csv': 'title,document\nOne,a.pdf\nTwo,gone.pdf\n',
      'a.pdf': pdf,
    });
    const { json } = await send(zip, { atomic: 'true' });
    expect(json).toMatchObject({ created: 0, failed: 1 });
    expect(await list()).toEqual([]);
  });

  test('counts towards the limit of files per person', async () => {
    const limited = await api.openReplica({ fileLimits: { perUser: pdf.length } });
    const zip = makeZip({
      'studies.csv': 'title,document\nOne,a.pdf\nTwo,b.pdf\n',
      'a.pdf': pdf,
      'b.pdf': makePdf(['Another one with more text']),
    });
    const sent = { as: 'staff', name: 'studies.zip', parts: { dryRun: 'true' } };
    const dry = await sendImport(limited, '/api/studies', zip, sent);
    const real = await sendImport(limited, '/api/studies', zip, { ...sent, parts: {} });
    await limited.close();
    for (const { json } of [dry, real])
      expect(json).toMatchObject({ created: 1, problems: [{ row: 2, code: 'A024' }] });
  });

  test('ignores the paths when its table is imported alone', async () => {
    await send(studiesZip);
    const { bytes } = await fetchExport(api, '/api/studies/export?_files=true&format=csv', 'staff');
    const table = strFromU8(unzipSync(bytes)['studies.csv']!);
    const sent = { as: 'staff', name: 'studies.csv', parts: { mode: 'upsert' } };
    const { json } = await sendImport(api, '/api/studies', table, sent);
    expect(json).toMatchObject({ unchanged: 2, failed: 0 });
  });
});
