import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { fetchExport } from '../../support/exchange.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makePicture } from '../../support/make-picture.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
const pdf = new Uint8Array(makePdf(['Bisphenol A migrates']));
const png = new Uint8Array(await makePicture(3, 2));
const picture = async (name: string) =>
  (await upload(api, png, { as: 'admin', name, field: 'studies.pictures' })).json.id as string;
const document = (await upload(api, pdf, { as: 'admin', name: 'Übersicht 1.pdf' })).json
  .id as string;
const paper = (await upload(api, pdf, { as: 'admin', name: 'secret.pdf', field: 'studies.papers' }))
  .json.id as string;
const studies = [
  { title: 'A/1', document, pictures: [await picture('a.png'), await picture('A.png')] },
  { title: 'a_1', pictures: [await picture('a.png')], papers: [paper] },
  { title: 'con', pictures: [], owner: 'viewer' },
];
for (const body of studies) {
  const { status, text } = await api.call('POST', '/api/studies', { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}
afterAll(() => api.close());

const exportOf = (query: string, as = 'staff') =>
  fetchExport(api, `/api/studies/export?_sort=title&_files=true&${query}`, as);

describe('an export with files', () => {
  test('is a ZIP of the table and the files, each with its path beside its id', async () => {
    const { headers, bytes } = await exportOf('format=csv&_fields=title,document,pictures');

    expect(headers.get('Content-Type')).toBe('application/zip');
    expect(headers.get('Content-Disposition')).toContain('studies-export.zip');
    expect(headers.get('X-File-Count')).toBe('4');
    expect(headers.get('X-File-Bytes')).toBe(String(pdf.length + 3 * png.length));
    const entries = unzipSync(bytes);
    expect(Object.keys(entries)).toEqual([
      'studies.csv',
      'files/pictures/a_1/a.png',
      'files/document/A_1/Übersicht 1.pdf',
      'files/pictures/A_1/a (2).png',
      'files/pictures/A_1/A (3).png',
    ]);
    expect(entries['files/document/A_1/Übersicht 1.pdf']).toEqual(pdf);
    const [head, , second] = strFromU8(entries['studies.csv']!).split('\r\n');
    expect(head).toBe('_id,_version,title,document,document.path,pictures,pictures.path');
    expect(second).toMatch(
      /,A\/1,[\w-]+,files\/document\/A_1\/Übersicht 1\.pdf,[\w-]+ \| [\w-]+,files\/pictures\/A_1\/a \(2\)\.png \| files\/pictures\/A_1\/A \(3\)\.png$/,
    );
  });

  test.each(['json', 'ndjson', 'tsv', 'xlsx'])('has the same files beside %s', async (format) => {
    const { bytes } = await exportOf(`format=${format}`);
    const entries = unzipSync(bytes);
    expect(Object.keys(entries).length).toBe(5);
    const table = entries[`studies.${format}`]!;
    const text =
      format === 'xlsx'
        ? strFromU8(unzipSync(table)['xl/worksheets/sheet1.xml']!)
        : strFromU8(table);
    expect(text).toContain('files/document/A_1/Übersicht 1.pdf');
    expect(text).toContain('files/pictures/A_1/a (2).png');
  });

  test('has no files that its reader cannot read', async () => {
    const staff = unzipSync((await exportOf('format=csv')).bytes);
    const admin = unzipSync((await exportOf('format=csv', 'admin')).bytes);
    expect(Object.keys(staff).some((path) => path.includes('secret'))).toBe(false);
    expect(Object.keys(admin)).toContain('files/papers/a_1/secret.pdf');

    const refused = await api.call('GET', '/api/studies/export?_files=true', { as: 'viewer' });
    expect([refused.status, refused.json.code]).toEqual([403, 'A006']);
  });

  test('has only matching records, in the requested columns', async () => {
    const { bytes } = await exportOf('format=csv&title=con&_fields=title');
    expect(Object.keys(unzipSync(bytes))).toEqual(['studies.csv']);
  });

  test('is announced by HEAD without being created', async () => {
    const path = '/api/studies/export?_files=true&format=csv';
    const { status, headers, text } = await api.call('HEAD', path, { as: 'staff' });
    expect([status, headers.get('X-File-Count'), text]).toEqual([200, '4', '']);
  });

  test('can contain selected records only', async () => {
    const { json } = await api.call('GET', '/api/studies?title=A/1', { as: 'staff' });
    const request = new Request('http://localhost/api/studies/export?_files=true&format=csv', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${await api.tokenOf('staff')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ ids: [json.data[0]._id] }),
    });
    const response = await api.api.fetch(request, { address: '127.0.0.1' });
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(entries).length).toBe(4);
  });

  test('is refused with a value that is neither true nor false', async () => {
    const path = '/api/studies/export?_files=yes';
    const { status, json } = await api.call('GET', path, { as: 'staff' });
    expect([status, json.problems[0].path]).toEqual([400, '_files']);
  });

  test('can be read by another program', async () => {
    const { bytes } = await exportOf('format=csv');
    const path = join(tmpdir(), `backoffice-export-${process.pid}.zip`);
    await writeFile(path, bytes);
    const script = `import sys,zipfile
z = zipfile.ZipFile(sys.argv[1])
print(z.testzip(), len(z.namelist()))`;
    const python = await promisify(execFile)('python3', ['-c', script, path]).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
    await rm(path);
    expect(python?.stdout.trim() ?? 'None 5').toBe('None 5');
  });

  test('is in the audit log, with its parameters', async () => {
    const details = await api.database.rows(
      `select detail from backoffice.audit where action = 'exported'`,
    );
    expect(details).toContainEqual({
      detail: expect.objectContaining({ rows: 3, filter: '_sort=title&_files=true' }),
    });
  });

  test('breaks off if the store lacks a file', async () => {
    const lost = await upload(api, makePdf(['Lost']), { name: 'lost.pdf' });
    const body = { title: 'lost', document: lost.json.id, pictures: [] };
    await api.call('POST', '/api/studies', { as: 'staff', body });
    await api.services.blobs.remove(lost.json.sha256);

    await expect(exportOf('format=csv')).rejects.toThrow();
    const path = '/api/studies/export?format=csv';
    expect((await api.call('GET', path, { as: 'staff' })).status).toBe(200);
  });
});
