import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeTiff } from '../../support/make-tiff.ts';
import { openTestMedia } from '../../support/open-test-media.ts';
import { pictureWithGps, xmp } from '../../support/picture-with-gps.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const { media } = openTestMedia();
let files = 0;

async function strip(content: Buffer, type: string) {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return { path, isChanged: await media.stripLocation(path, type), after: () => readFile(path) };
}

/** The parts of the location that are left in the bytes. */
function traces(bytes: Buffer): string[] {
  const seconds = [bytesOf(1_234_567, 'II'), bytesOf(1_234_567, 'MM')];
  const text = bytes.toString('latin1');
  return [
    ...seconds.filter((each) => bytes.includes(each)).map(() => 'the number in EXIF'),
    ...['52,30.12345', '+13.2212345', '13,22.6789', 'GPSLat', 'GpsLong', 'GPSDest'].filter((each) =>
      text.includes(each),
    ),
  ];
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'removes from %s only the location',
  async (format) => {
    const before = await pictureWithGps().withIccProfile('p3').toFormat(format).toBuffer();
    expect(traces(before)).not.toEqual([]);

    const { isChanged, after, path } = await strip(before, `image/${format}`);

    const bytes = await after();
    expect(isChanged).toBe(true);
    expect(traces(bytes)).toEqual([]);
    expect(bytes).toHaveLength(before.length);
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(before));
    const metadata = await sharp(bytes).metadata();
    expect(metadata.exif?.toString('latin1')).toContain('Ann');
    expect(metadata.icc).toEqual((await sharp(before).metadata()).icc);
    // PNG of this library packs its XMP, which then goes as a whole.
    expect(metadata.xmp?.includes('<dc:title>A title</dc:title>')).toBe(
      format === 'png' ? undefined : true,
    );
    expect(await media.stripLocation(path, `image/${format}`)).toBe(false);
  },
);

test('changes no byte of a JPEG after its metadata', async () => {
  const before = await pictureWithGps().jpeg().toBuffer();

  const { after } = await strip(before, 'image/jpeg');

  const tables = before.indexOf(Buffer.from([0xff, 0xdb]));
  expect((await after()).subarray(tables)).toEqual(before.subarray(tables));
});

test.each([
  ['II', 'image/tiff'],
  ['MM', 'image/tiff'],
  ['II', 'image/x-adobe-dng'],
  ['MM', 'image/x-nikon-nef'],
] as const)(
  'leaves a TIFF in the byte order %s as it would be without one: %s',
  async (order, type) => {
    const { isChanged, after } = await strip(makeTiff(order, { xmp, seconds: 1_234_567 }), type);

    const bytes = await after();
    expect(isChanged).toBe(true);
    expect(traces(bytes)).toEqual([]);
    expect(await pixelsOf(bytes)).toEqual(Buffer.alloc(3));
    // The directory of the location and its numbers were the last 54 bytes.
    expect(bytes.subarray(-54)).toEqual(Buffer.alloc(54));
    expect(bytes.includes('Ann')).toBe(true);
    expect(bytes.includes('<dc:title>A title</dc:title>')).toBe(true);
    const directory = bytes.subarray(8, 10);
    expect(order === 'II' ? directory.readUInt16LE() : directory.readUInt16BE()).toBe(10);
  },
);

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/tiff', 'image/avif'])(
  'changes nothing in %s without a location',
  async (type) => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
    const before = await picture
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .withXmp(xmp.replace(/\S+:gps\w+(="[^"]*"|='[^']*')|<exif:GPS.*\/>/gi, ''))
      .toFormat(type.slice(6) as 'jpeg')
      .toBuffer();

    const { isChanged, after } = await strip(before, type);

    expect(isChanged).toBe(false);
    expect(await after()).toEqual(before);
  },
);

test('finds the location in further pictures of a file, after padding and in other byte orders', async () => {
  const first = await pictureWithGps().jpeg().toBuffer();
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), makeTiff('MM', { seconds: 1_234_567 })]);
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xff, 0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255]),
    exif,
  ]);
  const tables = first.indexOf(Buffer.from([0xff, 0xdb]));
  const second = Buffer.concat([first.subarray(0, tables), segment, first.subarray(tables)]);

  const { after } = await strip(Buffer.concat([first, Buffer.alloc(50, 7), second]), 'image/jpeg');

  expect(traces(await after())).toEqual([]);
});

test('does not mistake a marker in the compressed data of a JPEG for a segment', async () => {
  // The scan, a restart that a length of 16 kB seems to follow, and the end.
  const first = Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 7, 0xff, 0xd0, 0x40, 0, 0xff, 0xd9]);
  const second = await pictureWithGps().jpeg().toBuffer();

  const { after } = await strip(Buffer.concat([first, second]), 'image/jpeg');

  expect(traces(await after())).toEqual([]);
});

test('finds the location in a long XMP of a JPEG', async () => {
  const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const long = Buffer.from(`http://ns.adobe.com/xmp/extension/\0${'0'.repeat(40)}${xmp}`);
  const head = Buffer.from([0xff, 0xe1, (long.length + 2) >> 8, (long.length + 2) & 255]);

  const { after } = await strip(
    Buffer.concat([plain.subarray(0, 2), head, long, plain.subarray(2)]),
    'image/jpeg',
  );

  expect(traces(await after())).toEqual([]);
});

test.each([
  ['plain XMP', 'iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`],
  ['a profile in digits', 'tEXt', `Raw profile type exif\0\nexif\n  9\n${'00'.repeat(9)}`],
  ['a property', 'tEXt', 'exif:GPSLatitude\x0052,30.12345'],
] as const)('finds the location in a text of a PNG: %s', async (_, name, text) => {
  const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const added = chunk(name, Buffer.from(text));
  const before = Buffer.concat([plain.subarray(0, 33), added, plain.subarray(33)]);

  const { isChanged, after } = await strip(before, 'image/png');

  const bytes = await after();
  expect(isChanged).toBe(true);
  expect(traces(bytes)).toEqual([]);
  expect(bytes.includes('Raw profile')).toBe(false);
  expect(bytes.subarray(33 + added.length)).toEqual(plain.subarray(33));
  const own = bytes.subarray(33, 33 + added.length);
  expect(own.readUInt32BE(own.length - 4)).toBe(crc32(own.subarray(4, -4)));
});

test('finds the EXIF of a WebP that has the header of a JPEG', async () => {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), makeTiff('MM', { seconds: 1_234_567 })]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(exif.length);
  const webp = await pictureWithGps().webp().toBuffer();

  const { after } = await strip(
    Buffer.concat([webp, Buffer.from('EXIF'), length, exif]),
    'image/webp',
  );

  expect(traces(await after())).toEqual([]);
});

test.each([
  ['two', [2, 0, 0, 0], [1, 0, 0, 0], [0, 7]],
  ['four', [3, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 7]],
])('finds the EXIF that a HEIC names by %s bytes in its box of metadata', async (...row) => {
  const [, infe, iloc, number] = row;
  const exif = Buffer.concat([Buffer.alloc(4), makeTiff('II', { seconds: 1_234_567 })]);
  const kind = Buffer.from([...infe, ...number, 0, 0]);
  const entry = box('infe', Buffer.concat([kind, Buffer.from('Exif\0')]));
  const names = box('iinf', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 1]), entry]));
  // One item in the box `idat` (1), in one piece from its beginning.
  const count = [...number.slice(0, -1), 1];
  const where = [...iloc, 0x44, 0, ...count, ...number, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const places = box('iloc', Buffer.from([...where, exif.length >> 8, exif.length & 255]));
  const meta = box('meta', Buffer.concat([Buffer.alloc(4), names, places, box('idat', exif)]));
  const file = Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0')), meta]);

  const { isChanged, after } = await strip(file, 'image/heic');

  expect(isChanged).toBe(true);
  expect(traces(await after())).toEqual([]);
});

test('supports files cut off anywhere, and adds nothing to them', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const whole = await pictureWithGps().toFormat(format).toBuffer();
    for (let length = 0; length < whole.length; length += 41) {
      const { isChanged, after } = await strip(whole.subarray(0, length), `image/${format}`);

      const bytes = await after();
      expect(bytes).toHaveLength(length);
      expect([true, false, 'V072']).toContain(
        typeof isChanged === 'object' ? isChanged.code : isChanged,
      );
    }
  }
});

test('refuses a picture whose metadata it cannot read', async () => {
  const places = box('iloc', Buffer.from([1, 0, 0, 0, 0x44, 0, 0, 9]));
  const names = box('iinf', Buffer.alloc(6));
  const meta = box('meta', Buffer.concat([Buffer.alloc(4), names, places]));

  const { isChanged } = await strip(meta, 'image/heic');

  expect(isChanged).toMatchObject({ code: 'V072' });
});

test('does not change files of other types', async () => {
  const { isChanged, after } = await strip(Buffer.from(xmp), 'application/xml');

  expect(isChanged).toBe(false);
  expect((await after()).toString()).toBe(xmp);
});

async function pixelsOf(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).raw().toBuffer();
}

function bytesOf(value: number, order: 'II' | 'MM'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'II') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([bytesOf(data.length, 'MM'), named, bytesOf(crc32(named), 'MM')]);
}

function box(name: string, content: Buffer): Buffer {
  return Buffer.concat([bytesOf(8 + content.length, 'MM'), Buffer.from(name), content]);
}
