import sharp from 'sharp';

/** A PNG of one colour. */
export function makePicture(width: number, height: number, background = 'teal'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
