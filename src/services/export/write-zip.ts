import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of a ZIP. */
export type ZipPart = {
  /** With `/` between folders. */
  path: string;
  /** In bytes, if it is known; other bytes than these are then an error. */
  size?: number;
  /** Its content is compressed already, so that packing it again would gain nothing. */
  isPacked: boolean;
  open(): Promise<Readable>;
};

/**
 * Writes a ZIP as its reader takes it, in ZIP64 where 4 GB or 65,535 files need it. It holds one part at a time, and
 * of the others only the names. An error of a part ends it, so that nobody takes half a ZIP for a whole one.
 */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // The types say less than it is.
  const written = zip.outputStream as Readable;
  zip.on('error', (error) => written.destroy(error));
  let current: Readable | undefined;
  // The library keeps this function for each part until the end, and must not keep the part with it.
  const openCurrentStream = (give: (error: null, stream: Readable) => void) => give(null, current!);
  const add = async (): Promise<void> => {
    for await (const { path, size, isPacked, open } of parts) {
      current = await open();
      // Its reader may have left meanwhile.
      if (written.destroyed) return;
      const read = Promise.withResolvers<void>();
      current.on('error', read.reject).on('end', read.resolve);
      written.once('close', read.resolve);
      const options = { compress: !isPacked, ...(size !== undefined && { size }) };
      zip.addReadStreamLazy(path, options, openCurrentStream);
      await read.promise;
      written.off('close', read.resolve);
      if (written.destroyed) return;
    }
    zip.end();
  };
  const adding = add().catch((error: Error) => void written.destroy(error));
  try {
    yield* written as AsyncIterable<Uint8Array>;
  } finally {
    written.destroy();
    current?.destroy();
    await adding;
    current?.destroy();
  }
}
