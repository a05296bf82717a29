import { strToU8, zipSync } from 'fflate';
import { writeOds } from 'hucre/ods';
import { expect, test } from 'vitest';
import { makeOle } from '../support/make-ole.ts';
import { openShelfJobs } from '../support/shelf-jobs.ts';
import type { TestJobs } from '../support/jobs.ts';
import type { Shelves } from '../support/shelves.ts';

let jobs: TestJobs;
let shelves: Shelves;
openShelfJobs((opened, on) => {
  jobs = opened;
  shelves = on;
});

const rows = [
  ['title', 'pages'],
  ['Emma', 400],
];
const ods = async () => new Uint8Array(await writeOds({ sheets: [{ name: 'S', rows }] }));
/** The records of an old workbook begin with BOF (MS-XLS 2.4.21). */
const workbook = Uint8Array.of(0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00);
const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));

const old = 'is an Excel file in the old format (.xls), which an import does not read';
const open = 'is an OpenDocument spreadsheet (.ods), which an import does not read';

test.each<[string, string, () => Uint8Array | Promise<Uint8Array>, string, string]>([
  ['an OpenDocument spreadsheet', 'a.ods', ods, 'I080', open],
  ['one with another ending', 'a.xlsx', ods, 'I080', open],
  [
    'one that was packed again',
    'a.ods',
    () => zip({ 'META-INF/manifest.xml': '<a/>', 'content.xml': '<a/>' }),
    'I080',
    open,
  ],
  ['an old workbook', 'a.xls', () => makeOle({ Workbook: workbook }), 'I080', old],
  ['an older one, called CSV', 'a.csv', () => makeOle({ Book: workbook }), 'I080', old],
  [
    'a large one, whose directory is at its end',
    'a.xls',
    () => makeOle({ Workbook: new Uint8Array(60_000) }),
    'I080',
    old,
  ],
  [
    'the oldest one',
    'a.xls',
    () => Uint8Array.of(0x09, 0x04, 0x06, 0x00, 0, 0, 0x10, 0),
    'I080',
    old,
  ],
  [
    'a workbook with a password',
    'a.xlsx',
    () => makeOle({ EncryptionInfo: workbook, EncryptedPackage: new Uint8Array(9_000) }),
    'I081',
    'is an Excel file with a password, which an import cannot open',
  ],
  [
    'another Office file',
    'a.doc',
    () => makeOle({ WordDocument: workbook }),
    'I024',
    'is an old Office file',
  ],
  [
    'a binary workbook called XLSX',
    'a.xlsx',
    () => zip({ '[Content_Types].xml': '<a/>', 'xl/workbook.bin': 'x' }),
    'I080',
    'is a binary Excel file (.xlsb), which an import does not read; open it in Excel and save it as .xlsx',
  ],
  [
    'a Numbers file',
    'a.numbers',
    () => zip({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' }),
    'I080',
    'is a Numbers file, which an import does not read; open it in Numbers and save it as .xlsx: File → Export To → Excel',
  ],
  [
    'a web page called XLS',
    'a.xls',
    () => strToU8('\u{FEFF}<HTML><table><tr><td>title</td></tr></table></html>'),
    'I080',
    'is a web page, which an import does not read',
  ],
  [
    'an Excel file of 2003',
    'a.xls',
    () => strToU8('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'),
    'I080',
    'is an Excel file in the XML format of 2003',
  ],
])('%s is recognised, with a remedy', async (_kind, name, make, code, text) => {
  const bytes = new Uint8Array(await make());

  const uploaded = await jobs.upload(bytes, name);
  const imported = await shelves.books(bytes, { name });

  for (const { status, json } of [uploaded, imported]) {
    expect(status).toBe(415);
    expect(json.problems).toMatchObject([
      { code, path: 'file', message: expect.stringContaining(text) },
    ]);
  }
});

test('a text that only mentions these formats is imported', async () => {
  const csv = 'title,blurb\nWorkbook,"<html> EncryptedPackage"\n';

  const { status, json } = await shelves.books(csv);

  expect({ status, created: json.created }).toEqual({ status: 200, created: 1 });
});
