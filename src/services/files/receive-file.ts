import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { toStorable } from '../../fields/text/storable-text.ts';
import { createFileScan } from '../../files/formats/file-scan.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import { isZip, openZipped, removeZipped, tablePath } from './open-zipped.ts';
import type { OpenedZip } from './read-zip.ts';
import { endScan, type ScannedFile } from './scan-stored.ts';

/** What is known of a file once it is on disk. */
export type KeptFile = ScannedFile & {
  /** The file name that the sender gave. */
  name: string;
  /** SHA-256 of the file. */
  hash: string;
  /** That of the file of records. */
  tableHash: string;
  /** A ZIP with the file of records, which was taken out of it, and with the files that its rows name. */
  zip?: OpenedZip;
};

/** A file that is stored on disk until `remove`. */
export type ReceivedFile = KeptFile & {
  /** The file of records. */
  path: string;
  remove(): Promise<void>;
};

export const MAX_FILE_BYTES = 2_000_000_000;

/** Stores a file in a folder, where `save` writes it. Of a file that is refused nothing is left. */
export async function storeOnDisk<Kept extends KeptFile, Reason>(
  folder: string,
  save: (path: string) => Promise<{ file: Kept } | { refused: Reason }>,
): Promise<(Kept & ReceivedFile) | Reason> {
  const path = join(folder, `import-${randomUUID()}`);
  const remove = () => removeZipped(path);
  try {
    const saved = await save(path);
    if ('refused' in saved) {
      await remove();
      return saved.refused;
    }
    const { file } = saved;
    const end = async () => {
      file.zip?.close();
      await remove();
    };
    return { ...file, path: file.zip ? tablePath(path) : path, remove: end };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Takes a file that is not uploaded but lies in a folder of the server, by the same limits. */
export async function receiveStored(
  stream: Readable,
  { name, size, folder }: { name: string; size: number; folder: string },
): Promise<ReceivedFile | Problem> {
  if (size > MAX_FILE_BYTES) return problem('Q012', 'file', { max: MAX_FILE_BYTES });
  return await storeOnDisk<KeptFile, Problem>(folder, async (path) => {
    const file = await saveFile(stream, path, name);
    return 'code' in file ? { refused: file } : { file };
  });
}

/** Writes the file while scanning it, so that a broken one is found before the import starts. */
export async function saveFile(
  stream: Readable & { truncated?: boolean },
  path: string,
  // A part may have no name of a file.
  given: string | undefined,
): Promise<KeptFile | Problem> {
  const name = toStorable(given ?? '');
  const hash = createHash('sha256');
  const scan = createFileScan(name);
  let size = 0;
  // Each byte is looked at, for many uploads at a time.
  async function* scanEach(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await yieldToEventLoop();
      size += chunk.length;
      hash.update(chunk);
      scan.push(chunk);
      yield chunk;
    }
  }
  await pipeline(stream, scanEach, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  if (stream.truncated) return problem('Q012', 'file', { max: MAX_FILE_BYTES });
  const digest = hash.digest('hex');
  const kept = { name, hash: digest, tableHash: digest };
  if (isZip(name)) {
    const opened = await openZipped(path, size);
    return 'code' in opened ? opened : { ...kept, ...opened };
  }
  const scanned = await endScan(scan, path);
  return 'code' in scanned ? scanned : { ...kept, ...scanned };
}
