import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makePdf } from './make-pdf.ts';
import { makeTiff } from './make-tiff.ts';

/** Pixels of each side of pictures that would need gigabytes. */
const SIDE = 50_000;
/** Of a WebP, less one. */
const MOST_WEBP = 15_999;

/** Pictures of a few bytes whose headers claim 256 megapixels or more, by the ending of their names. */
export async function makePictureBombs(): Promise<Record<string, Buffer>> {
  return { png: pngBomb(), gif: gifBomb(), webp: await webpBomb(), tiff: tiffBomb() };
}

function pngBomb(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([number(data.length), named, number(crc32(named))]);
  };
  const header = Buffer.concat([number(SIDE), number(SIDE), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function gifBomb(): Buffer {
  const side = Buffer.alloc(2);
  side.writeUInt16LE(SIDE);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    side,
    side,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0]),
    side,
    side,
    Buffer.from([0, 2, 2, 0x4c, 1, 0, 0x3b]),
  ]);
}

/** An animation of one small picture on a large canvas. */
async function webpBomb(): Promise<Buffer> {
  const small = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  const picture = (await small.webp({ lossless: true }).toBuffer()).subarray(12);
  const three = (value: number) => little(value).subarray(0, 3);
  const chunk = (type: string, data: Buffer) =>
    Buffer.concat([Buffer.from(type), little(data.length), data]);
  const frame = [0, 0, 7, 7, 100].map(three);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), three(MOST_WEBP), three(MOST_WEBP)])),
    chunk('ANIM', Buffer.alloc(6)),
    chunk('ANMF', Buffer.concat([...frame, Buffer.from([0]), picture])),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), little(body.length), body]);
}

function tiffBomb(): Buffer {
  const tiff = makeTiff('II', {});
  for (let at = 10; at + 12 < tiff.length; at += 12)
    if ([256, 257].includes(tiff.readUInt16LE(at)) && tiff.readUInt16LE(at + 2) <= 4)
      tiff.writeUInt16LE(SIDE, at + 8);
  return tiff;
}

function number(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function little(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

/** Documents that are made to keep their reader busy, or to run something. */
export function makeHostilePdfs(): Record<string, Buffer> {
  const deep = Array.from(
    { length: 50_000 },
    (_, at) => `<< /Type /Pages /Count 1 /Parent ${at + 3} 0 R /Kids [${at + 5} 0 R] >>`,
  );
  return {
    'a tree of 50,000 levels': Buffer.from(
      makePdf(['x'], { objects: deep })
        .toString('latin1')
        .replace(/\/Kids \[\d+ 0 R\]/, '/Kids [4 0 R]'),
      'latin1',
    ),
    'a page that unpacks to 1 GB': makePdf(['x'], { content: () => Buffer.alloc(2 ** 30, ' ') }),
    'a million words': makePdf(['x'], {
      content: () => Buffer.from(`BT /F 9 Tf ${'(x) Tj '.repeat(1e6)}ET`),
    }),
    '10,000 pages': makePdf(Array.from({ length: 10_000 }, (_, at) => `page ${at}`)),
    'a script': withScript(),
    'nothing but a beginning': Buffer.from(`%PDF-1.7\n${'1 0 obj << '.repeat(80_000)}`),
  };
}

function withScript(): Buffer {
  const text = makePdf(['x']).toString('latin1');
  const action = '/OpenAction << /S /JavaScript /JS (process.exit\\(1\\)) >>';
  return Buffer.from(text.replace('/Type /Catalog', `/Type /Catalog ${action}`), 'latin1');
}

/** Files that are two things at once, by their names, and the type that each must have. */
export const polyglots: readonly (readonly [name: string, bytes: Buffer, type: string])[] = [
  ['a.pdf', Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>'), 'application/pdf'],
  ['a.gif', Buffer.from('GIF89a\0\0=1;alert(1)//', 'latin1'), 'image/gif'],
  [
    'a.bin',
    Buffer.from('<html><!-- \0 %PDF-1.4 --><script>1</script>'),
    'application/octet-stream',
  ],
  ['a.txt', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html'],
  [
    'a.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'image/svg+xml',
  ],
];
