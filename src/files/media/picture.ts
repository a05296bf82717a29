import { open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { decodeHeic } from './heic.ts';
import { pictureSizes, type MediaFacts, type PictureSize } from './media-job.ts';

// Only the formats that we mean, so that a flaw in a reader of another one does not matter. One picture at a time
// needs no cache, and one thread leaves the other cores to people.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map(
    (format) => `VipsForeignLoad${format}`,
  ),
});
sharp.cache(false);
sharp.concurrency(1);

const heic = /^image\/hei[cf]/;
const limitInputPixels = 100_000_000;

/** Reads the header. The width and height are those of the upright picture. */
export async function inspectPicture(path: string): Promise<MediaFacts> {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    const size = await pngSize(path);
    if (!size) throw error;
    return size;
  }
}

/** The size that the header of a PNG says, also where it is more than the library counts to. */
async function pngSize(path: string): Promise<MediaFacts | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(24));
    const isPng = bytesRead === 24 && buffer.toString('latin1', 12, 16) === 'IHDR';
    return isPng ? { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) } : undefined;
  } finally {
    await file.close();
  }
}

/** Of an animation, the first picture. A file that ends too early is drawn as far as it goes. */
export async function makePicture(
  path: string,
  type: string,
  to: string,
  size: PictureSize,
): Promise<boolean> {
  const longest = pictureSizes[size];
  const whole = heic.test(type) ? await openHeic(path) : openPicture(path);
  await whole
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(to);
  return true;
}

function openPicture(path: string): Sharp {
  return sharp(path, { limitInputPixels, sequentialRead: true, failOn: 'none' }).autoOrient();
}

/** Patents keep HEIC out of the libraries that `sharp` brings. */
async function openHeic(path: string): Promise<Sharp> {
  const { data, width, height, stride } = await decodeHeic(path);
  const raw = { width: stride / 4, height, channels: 4 } as const;
  return sharp(data, { raw, limitInputPixels }).extract({ left: 0, top: 0, width, height });
}
