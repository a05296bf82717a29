import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { fetchExport } from '../support/exchange.ts';
import { makePdf } from '../support/make-pdf.ts';
import { makeZip } from '../support/make-zip.ts';
import { runCommand } from '../support/run-command.ts';
import { studiesDescriptor, studiesSource } from '../support/studies.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const temporary = await openTemporaryFolder();
const resources = join(folder, 'resources.json');

await writeFile(resources, JSON.stringify(studiesSource));
const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const run = (...args: string[]) =>
  runCommand(['import', ...args], {
    env: {
      DATABASE_URL: api.url,
      FILES_URL: `file://${dirname(api.services.blobs.scratch)}`,
      DATA_DIR: folder,
      RESOURCES: resources,
      SAMPLE_DATA: '0',
      LOG_LEVEL: 'silent',
      TMPDIR: temporary,
    },
  });

describe('npx backoffice import of a ZIP', () => {
  test('supports a dry run, imports it with its files, and changes nothing the second time', async () => {
    const path = join(folder, 'batch.zip');
    const zip = makeZip({
      'studies.csv': 'title,document\nOne,files/a.pdf\nTwo,files/gone.pdf\n',
      'files/a.pdf': makePdf(['Bisphenol A migrates']),
      'files/b.pdf': makePdf(['Nobody names me']),
    });
    await writeFile(path, zip);

    const dry = await run(path, '--dry-run');
    const list = () => api.call('GET', '/api/studies', { as: 'staff' });
    const before = await list();
    const real = await run(path);
    const after = await list();
    const exported = await fetchExport(api, '/api/studies/export?_files=true&format=csv');
    await writeFile(join(folder, 'studies-export.zip'), exported.bytes);
    const again = await run(join(folder, 'studies-export.zip'));

    for (const { code, out } of [dry, real]) {
      expect(code).toBe(1);
      expect(out).toContain('2 records, 1 created, 0 updated, 0 unchanged, 1 failed');
      expect(out).toContain(
        'row 2: document names a file that the ZIP does not have (files/gone.pdf)',
      );
      expect(out).toContain('1 file of the ZIP not named by any row: files/b.pdf');
    }
    expect(before.json.total).toBe(0);
    expect(after.json.data).toMatchObject([{ title: 'One', document: { name: 'a.pdf' } }]);
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out).toContain('1 record, 0 created, 0 updated, 1 unchanged');
    const left = (await readdir(temporary)).filter((name) => name.startsWith('backoffice-import-'));
    expect(left).toEqual([]);
  });

  test('refuses a damaged one, or one whose table matches no resource', async () => {
    const [damaged, unknown] = [join(folder, 'studies.zip'), join(folder, 'unknown.zip')];
    await writeFile(damaged, 'no ZIP at all');
    await writeFile(unknown, makeZip({ 'studys.csv': 'title\nOne\n' }));

    const results = [await run(damaged), await run(unknown)];

    expect(results.map(({ code, err }) => [code, err.trim()])).toEqual([
      [
        1,
        `${damaged}: cannot be read as a ZIP with a table and its files: it is damaged or not complete (I065)`,
      ],
      [1, expect.stringContaining('studys is not a resource; did you mean studies')],
    ]);
  });
});
