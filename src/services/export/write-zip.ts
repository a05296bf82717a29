import { cleanName } from '../../files/media/clean-name.ts';
import type { Readable } from 'node:stream';

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
  const { ZipFile } = await import('yazl');
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

/** The most bytes of a folder and of a name: what Windows can unpack in a folder of its own, in any script. */
const MOST_FOLDER = 60;
const MOST_NAME = 120;

/**
 * Creates the function that names the files of an export: `files/document/SRC-1/study.pdf`. Its paths are safe on
 * Windows, macOS and Linux, and each is given once, also where upper and lower case are the same.
 */
export function createFilePaths(): (field: string, key: string, name: string) => string {
  const taken = new Set<string>();
  /** How often each path was asked for: counting from the first for each of thousands would take minutes. */
  const counts = new Map<string, number>();
  return (field, key, name) => {
    const folder = shorten(cleanName(key.replace(/[/\\]/g, '_')), MOST_FOLDER);
    const whole = shorten(cleanName(name), MOST_NAME);
    const at = whole.lastIndexOf('.');
    const [start, ending] = at > 0 ? [whole.slice(0, at), whole.slice(at)] : [whole, ''];
    const first = `${field}/${folder}/${whole}`.toLowerCase();
    for (let count = (counts.get(first) ?? 0) + 1; ; count++) {
      counts.set(first, count);
      const called = count === 1 ? whole : `${start} (${count})${ending}`;
      const path = `files/${field}/${folder}/${called}`;
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}

function shorten(name: string, most: number): string {
  const at = name.lastIndexOf('.');
  const ending = at > 0 && name.length - at <= 10 ? name.slice(at) : '';
  let start = Array.from(name.slice(0, name.length - ending.length));
  while (Buffer.byteLength(start.join('') + ending) > most) start = start.slice(0, -1);
  // What ends with a blank or a point after the cut would have another name on Windows.
  return start.join('').replace(/[\s.]+$/, '') + ending;
}
