import { readdir } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { sendImport } from '../../support/exchange.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makeZip } from '../../support/make-zip.ts';
import { studiesDescriptor } from '../../support/studies.ts';
import { ownTemporaryFolder } from '../../support/temporary-folder.ts';

const temporary = await ownTemporaryFolder();
const importsIn = (names: string[]) =>
  names.filter((name) => name.startsWith('backoffice-import-'));

const pdf = makePdf(['Bisphenol A migrates']);

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const send = (zip: Uint8Array<ArrayBuffer>, dryRun = 'false') =>
  sendImport(api, '/api/studies', zip, { as: 'staff', name: 'studies.zip', parts: { dryRun } });

const csv = 'title,document\nOne,aa/a.pdf\n';
const sound = () => makeZip({ 'studies.csv': csv, 'aa/a.pdf': pdf, 'aa/b.pdf': pdf });

/** The same ZIP with another text of the same length. */
function withText(zip: Uint8Array, from: string, to: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1'),
  );
}

/** The same ZIP with other bytes in the directory entry of each file, at an offset in it. */
function withEntries(zip: Uint8Array, offset: number, value: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zip);
  const mark = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1))
    bytes.writeUInt16LE(value, at + offset);
  return new Uint8Array(bytes);
}

/** The same ZIP with an end in ZIP64 (APPNOTE 4.3.14) that counts so many entries. */
function withCount(zip: Uint8Array, count: number): Uint8Array<ArrayBuffer> {
  const body = Buffer.from(zip.subarray(0, -22));
  const end = Buffer.from(zip.subarray(-22));
  const size = end.readUInt32LE(12);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeUInt32LE(44, 4);
  record.writeUInt32LE(count, 24);
  record.writeUInt32LE(count, 32);
  record.writeUInt32LE(size, 40);
  record.writeUInt32LE(body.length - size, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(body.length, 8);
  locator.writeUInt32LE(1, 16);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  return new Uint8Array(Buffer.concat([body, record, locator, end]));
}

describe('an import refuses', () => {
  test.each([
    ['what is no ZIP', () => new Uint8Array(Buffer.from(csv)), 'damaged or not complete'],
    ['a ZIP that was cut off', () => sound().slice(0, -10), 'damaged or not complete'],
    ['a protected one', () => withEntries(sound(), 8, 1), 'protected by a password'],
    [
      'a way of packing that it does not know',
      () => withEntries(sound(), 10, 14),
      'packed in a way',
    ],
    ['a path out of it', () => withText(sound(), 'aa/b.pdf', '../b.pdf'), 'leads out of it'],
    ['an absolute path', () => withText(sound(), 'aa/b.pdf', '/a/b.pdf'), 'leads out of it'],
    ['the same path twice', () => withText(sound(), 'aa/b.pdf', 'aa/a.pdf'), 'the same path'],
    [
      'paths that differ only in how their letters are coded',
      () => makeZip({ 'studies.csv': csv, 'Ä.pdf': pdf, 'A\u0308.pdf': pdf }),
      'the same path',
    ],
    [
      'entries that share their bytes',
      () => withEntries(sound(), 20, 60_000),
      'damaged or not complete',
    ],
    [
      'more than 20 GB',
      () => {
        const files = Array.from({ length: 6 }, (_, at) => [`${at}.pdf`, pdf]);
        return withEntries(makeZip(Object.fromEntries(files)), 26, 60_000);
      },
      'more than 20 GB',
    ],
    [
      'paths of 20 million characters',
      () => {
        const paths = Array.from({ length: 350 }, (_, at) => `${at}-${'x'.repeat(60_000)}.pdf`);
        return makeZip(Object.fromEntries(paths.map((path) => [path, 'x'])));
      },
      'paths of its files are too long',
    ],
    ['more than 100,000 files', () => withCount(sound(), 200_001), 'more than 100,000 files'],
  ])('%s', async (_, zip, reason) => {
    const { status, json } = await send(zip());

    expect([status, json.code]).toEqual([422, 'I065']);
    expect(json.detail).toContain(reason);
    expect(importsIn(await readdir(temporary))).toEqual([]);
  });

  test.each([
    ['no table', { 'a.pdf': pdf }, 'found: -'],
    ['two tables in one folder', { 'a.csv': csv, 'b.xlsx': pdf }, 'found: a.csv, b.xlsx'],
  ])('a ZIP with %s', async (_, files: Record<string, string | Uint8Array>, found) => {
    const { status, json } = await send(makeZip(files));
    expect([status, json.code]).toEqual([422, 'I066']);
    expect(json.detail).toContain(found);
  });

  test('a ZIP with a damaged table', async () => {
    const zip = sound();
    zip[45]! ^= 255;
    const { status, json } = await send(zip);
    expect([status, json.code]).toEqual([422, 'I068']);
  });

  test.each(['true', 'false'])(
    'a row with a damaged file, but ignores a damaged file that is not used: dry run %s',
    async (dryRun) => {
      const zip = makeZip({
        'studies.csv': 'title,document\nOne,a.pdf\nTwo,b.pdf\n',
        'a.pdf': pdf,
        'b.pdf': makePdf(['Sound']),
        'c.pdf': pdf,
      });
      const bytes = Buffer.from(zip);
      for (const name of ['a.pdf', 'c.pdf']) bytes[bytes.indexOf(name) + 40]! ^= 255;

      const { json } = await send(new Uint8Array(bytes), dryRun);

      expect(json).toMatchObject({ created: 1, failed: 1 });
      expect(json.problems).toMatchObject([{ row: 1, column: 'document', code: 'I068' }]);
    },
  );

  test('a file that unpacks to more than its field accepts, without unpacking it', async () => {
    const zip = makeZip({
      'studies.csv': 'title,document\nBomb,a.pdf\n',
      'a.pdf': Buffer.alloc(50_000_000),
    });
    const { json } = await send(zip);
    expect(zip.length).toBeLessThan(500_000);
    expect(json.problems).toMatchObject([{ row: 1, column: 'document', code: 'V065' }]);
  });
});

test('a table can have tables below it, as files of its records', async () => {
  const zip = makeZip({ 'x/studies.csv': 'title\nBelow\n', 'x/files/data.csv': 'a,b\n1,2\n' });
  const { json } = await send(zip);
  expect(json).toMatchObject({
    created: 1,
    unusedFiles: { count: 1, paths: ['x/files/data.csv'] },
  });
});
