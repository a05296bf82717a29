import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { openTestMedia } from '../../support/open-test-media.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const { media } = openTestMedia();
let files = 0;

async function save(content: Uint8Array): Promise<string> {
  const path = join(folder, String(files++));
  await writeFile(path, content);
  return path;
}

/** Wide, with its left quarter red and the rest blue. */
function twoColours(): Sharp {
  const red = { create: { width: 100, height: 200, channels: 3, background: 'red' } } as const;
  return sharp({ create: { width: 400, height: 200, channels: 3, background: 'blue' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

const damaged = (await twoColours().png().toBuffer()).fill(0, 30);

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const)(
    'is drawn small and large: %s',
    async (format) => {
      const path = await save(await twoColours().toFormat(format).toBuffer());

      expect(await media.inspect(path, `image/${format}`)).toEqual({ width: 400, height: 200 });
      expect(await draw(path, `image/${format}`, 'small')).toMatchObject({
        format: 'webp',
        width: 192,
        height: 96,
      });
      // Not larger than it is.
      expect(await draw(path, `image/${format}`, 'large')).toMatchObject({
        width: 400,
        height: 200,
      });
    },
  );

  test('of a large size has a longest side of 1600 pixels', async () => {
    const large = {
      create: { width: 1000, height: 5000, channels: 3, background: 'red' },
    } as const;
    const path = await save(await sharp(large).jpeg().toBuffer());

    expect(await draw(path, 'image/jpeg', 'large')).toMatchObject({ width: 320, height: 1600 });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is upright with the orientation %i', async (orientation) => {
    const upright = twoColours();
    // What a camera stores that was held so: the opposite of what a viewer does.
    const turned = await toStored(await upright.png().toBuffer(), orientation);
    const path = await save(await sharp(turned).withMetadata({ orientation }).jpeg().toBuffer());

    const drawn = await draw(path, 'image/jpeg', 'small');

    expect(await media.inspect(path, 'image/jpeg')).toEqual({ width: 400, height: 200 });
    expect(drawn).toMatchObject({ width: 192, height: 96 });
    expect(drawn.orientation).toBeUndefined();
    expect(await colourAt(drawn.path, 10, 48)).toBe('red');
    expect(await colourAt(drawn.path, 180, 48)).toBe('blue');
  });

  test('carries no metadata', async () => {
    const path = await save(
      await twoColours()
        .withExif({ IFD0: { Copyright: 'Ann' } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer(),
    );

    const { exif, xmp, icc } = await draw(path, 'image/jpeg', 'large');

    expect({ exif, xmp, icc }).toEqual({});
  });

  test('that ends too early is drawn as far as possible', async () => {
    const whole = await twoColours().jpeg().toBuffer();
    const path = await save(whole.subarray(0, whole.length / 2));

    expect(await media.inspect(path, 'image/jpeg')).toEqual({ width: 400, height: 200 });
    expect(await draw(path, 'image/jpeg', 'small')).toMatchObject({ width: 192, height: 96 });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['only its first bytes', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['another format', damaged],
  ])('that cannot be read has no result: %s', async (_, content) => {
    const path = await save(content);
    const to = await save(Buffer.from('what was there before'));

    expect(await media.picture(path, 'image/jpeg', to, 'small')).toEqual({ failed: 'broken' });
    await expect(stat(to)).rejects.toThrow('ENOENT');
  });

  test('as a drawing, or of a type without pictures, is not read', async () => {
    const path = await save(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    );

    expect(await media.inspect(path, 'image/svg+xml')).toEqual({});
    expect(await media.picture(path, 'image/svg+xml', `${path}.webp`, 'small')).toBe(false);
    // Not even under the type of another format.
    expect(await media.picture(path, 'image/png', `${path}.webp`, 'small')).toEqual({
      failed: 'broken',
    });
  });
});

describe('a photo in HEIC', () => {
  test('has a size and a picture, upright', async () => {
    const path = await save(photo);

    const { type } = await media.type(path, 'photo.heic');
    const drawn = await draw(path, type, 'small');

    expect(type).toBe('image/heic');
    expect(await media.inspect(path, type)).toEqual({ width: 64, height: 48 });
    expect(drawn).toMatchObject({ width: 64, height: 48 });
    expect(await colourAt(drawn.path, 8, 24)).toBe('red');
    expect(await colourAt(drawn.path, 56, 24)).toBe('blue');
  });

  test.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, 1_200)],
    ['has another format', (_: Buffer) => damaged],
    ['has boxes that mean nothing', (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 40, 900)],
  ])('that %s has no picture, and the next one has', async (_, harm) => {
    const path = await save(harm(photo));

    const failed = await media.picture(path, 'image/heic', `${path}.webp`, 'large');

    expect(failed).toEqual({ failed: 'broken' });
    expect((await draw(await save(photo), 'image/heic', 'large')).width).toBe(64);
  });
});

/** Red and blue side by side in HEIC, by `heif-enc`: stored turned to the left, and turned back by its property `irot`. */
const photo = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAA9htZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAADAAQAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAPyAAEAAAAKAAAAfAACAAEAAAAAAAAAAQAAAAAAAAAIAAMAAAAAAAAEbgABAAAACgAAALgAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAAAAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAAsxpcHJwAAACqGlwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgAAA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAADACAAAAMAISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAAAwAAAAQAAAAexjb2xycHJvZgAAAeBsY21zBCAAAG1udHJSR0IgWFlaIAfiAAMAFAAJAA4AHWFjc3BNU0ZUAAAAAHNhd3NjdHJsAAAAAAAAAAAAAAAAAAD21gABAAAAANMtaGFuZHnpv1ZaPgG2gyOFVUb3T6oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACmRlc2MAAAD8AAAAJGNwcnQAAAEgAAAAInd0cHQAAAFEAAAAFGNoYWQAAAFYAAAALHJYWVoAAAGEAAAAFGdYWVoAAAGYAAAAFGJYWVoAAAGsAAAAFHJUUkMAAAHAAAAAIGdUUkMAAAHAAAAAIGJUUkMAAAHAAAAAIG1sdWMAAAAAAAAAAQAAAAxlblVTAAAACAAAABwAcwBSAEcAQm1sdWMAAAAAAAAAAQAAAAxlblVTAAAABgAAABwAQwBDADAAAFhZWiAAAAAAAAD21gABAAAAANMtc2YzMgAAAAAAAQw/AAAF3f//8yYAAAeQAAD9kv//+6H///2iAAAD3AAAwHFYWVogAAAAAAAAb6AAADjyAAADj1hZWiAAAAAAAABilgAAt4kAABjaWFlaIAAAAAAAACSgAAAPhQAAtsRwYXJhAAAAAAADAAAAAmZpAADypwAADVkAABPQAAAKWwAAABBwaXhpAAAAAAMICAgAAAAJaXJvdAMAAAAcaXBtYQAAAAAAAAACAAECgQIAAgQDhIWGAAAAKGlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAOY2RzYwADAAEAAgAAATxtZGF0AAAAeCgBrwngOSMkv//9WO/e/4wGf/9oNq1XXLj+tgz//qSwN/8go7lr6Y2+Svh3oivpY55edbEBHk53n95h0RaV0q/Za+VQPUBy6ZW+AxA6y14fFedtffTlVl9eAKrC5qixo37acUsiS5SmCSvRovIUG5VH2TfdPPcnvgAAAABJSSoACAAAAAYAEgEDAAEAAAAGAAAAGgEFAAEAAABWAAAAGwEFAAEAAABeAAAAKAEDAAEAAAACAAAAEwIDAAEAAAABAAAAaYcEAAEAAABmAAAAAAAAADhjAADoAwAAOGMAAOgDAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAAMAAAAAOgBAABAAAAQAAAAAAAAAA=',
  'base64',
);

describe('a picture of more pixels than can be opened', () => {
  test('is refused by its header alone', async () => {
    const path = await save(pngOf(50_000, 50_000, Buffer.alloc(0)));

    expect(await media.inspect(path, 'image/png')).toMatchObject({
      code: 'V071',
      params: { pixels: 2500, max: 100 },
    });
  });

  test('is refused by its header, even with more rows than a library can count', async () => {
    const path = await save(pngOf(1, 2_000_000_000, Buffer.alloc(0)));

    expect(await media.inspect(path, 'image/png')).toMatchObject({
      code: 'V071',
      params: { pixels: 2000, max: 100 },
    });
  });

  test('is refused even if it is complete and small', async () => {
    // A row of one bit for each pixel and the number of its filter, packed.
    const path = await save(pngOf(50_000, 50_000, deflateSync(Buffer.alloc(6_251 * 50_000))));

    expect((await stat(path)).size).toBeLessThan(500_000);
    expect(await media.inspect(path, 'image/png')).toMatchObject({ code: 'V071' });
    expect(await media.picture(path, 'image/png', `${path}.webp`, 'small')).toEqual({
      failed: 'broken',
    });
  });

  test('is accepted up to 100 megapixels', async () => {
    const path = await save(pngOf(10_000, 10_000, Buffer.alloc(0)));
    const larger = await save(pngOf(10_000, 10_001, Buffer.alloc(0)));

    expect(await media.inspect(path, 'image/png')).toEqual({ width: 10_000, height: 10_000 });
    expect(await media.inspect(larger, 'image/png')).toMatchObject({ params: { pixels: 101 } });
  });
});

async function draw(path: string, type: string, size: 'small' | 'large') {
  const to = `${path}.${size}.webp`;
  expect(await media.picture(path, type, to, size)).toBe(true);
  return { path: to, ...(await sharp(await readFile(to)).metadata()) };
}

async function colourAt(path: string, left: number, top: number): Promise<string> {
  const one = sharp(path).extract({ left, top, width: 1, height: 1 }).removeAlpha();
  const [red = 0, , blue = 0] = await one.raw().toBuffer();
  return red > blue ? 'red' : 'blue';
}

/** Turns and mirrors an upright picture as EXIF 3.0 (4.6.5.1.6) says that it is stored. */
async function toStored(upright: Buffer, orientation: number): Promise<Buffer> {
  const degrees = [0, 0, 0, 180, 180, 270, 270, 90, 90][orientation]!;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  const mirrored = isMirrored ? await sharp(upright).flop().png().toBuffer() : upright;
  return await sharp(mirrored).rotate(degrees).png().toBuffer();
}

/** A PNG of one bit for each pixel, with this packed data. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
