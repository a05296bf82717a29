import { requireEntry } from '../../fields/require-entry.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { Expectation } from '../../fields/problems/expectations.ts';

/** The most files in a ZIP of an export or an import. Their names are in memory. */
export const MOST_ENTRIES = 100_000;

/** A ZIP with a table and the files that its cells name. Only names are in memory. */
export type OpenedZip = {
  /** Where it is on disk, and its bytes. */
  path: string;
  size: number;
  /** The path of the table. */
  table: string;
  /** The paths of everything else. */
  files: readonly string[];
  /** The file that a cell means by a path relative to the table; undefined if there is none. */
  find(path: string): string | undefined;
  /** Unpacked, in bytes. */
  sizeOf(path: string): number;
  /** The SHA-256 of a file, which is written to `to`, if that is given; undefined if the file is damaged. */
  unpack(path: string, to?: string): Promise<string | undefined>;
  close(): void;
};

const MOST_UNPACKED = 20_000_000_000;
/** Characters of all paths together. */
const MOST_NAMES = 20_000_000;

const tables = /\.(csv|tsv|tab|json|ndjson|jsonl|xlsx)$/i;
/** Files that macOS and Windows add. */
const additions = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;

/** Opens a ZIP on disk after a check of its directory. Nothing of it is unpacked yet. */
export async function openZip(path: string, size: number): Promise<OpenedZip | Problem> {
  const { openPromise } = await import('yauzl');
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false });
    const entries = await readEntries(zip, size);
    const table = 'code' in entries ? entries : findTable(entries);
    if (typeof table === 'object') {
      zip.close();
      return table;
    }
    return { path, size, ...toOpened(zip, entries as Entries, table) };
  } catch (error) {
    zip?.close();
    const { message } = error as Error;
    return refused(
      /relative path|absolute path|invalid characters/.test(message) ? 'zipPath' : 'zipDamaged',
    );
  }
}

/** The phrases of `expectations` that say why a ZIP file is refused. */
type ZipReason = Extract<Expectation, `zip${string}`>;

type Entries = ReadonlyMap<string, Entry>;

function refused(reason: ZipReason): Problem {
  return problem('I065', 'file', { reason });
}

async function readEntries(zip: ZipFile, size: number): Promise<Entries | Problem> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked, names] = [0, 0, 0];
  if (zip.entryCount > 2 * MOST_ENTRIES) return refused('zipEntries');
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry;
    if (fileName.endsWith('/') || additions.test(fileName)) continue;
    const unfit = unfitReason(entry);
    if (unfit) return refused(unfit);
    const path = toPath(fileName);
    if (entries.has(path)) return refused('zipRepeated');
    if (entries.size === MOST_ENTRIES) return refused('zipEntries');
    packed += compressedSize;
    unpacked += uncompressedSize;
    names += fileName.length;
    if (names > MOST_NAMES) return refused('zipNames');
    if (unpacked > MOST_UNPACKED) return refused('zipUnpacked');
    // Entries that share their bytes would unpack to anything.
    if (packed > size) return refused('zipDamaged');
    // Only what unpacking needs stays in memory.
    Object.assign(entry, {
      extraFields: [],
      fileNameRaw: NONE,
      extraFieldRaw: NONE,
      fileCommentRaw: NONE,
    });
    entries.set(path, entry);
  }
  return entries;
}

function unfitReason(entry: Entry): ZipReason | undefined {
  if (entry.isEncrypted()) return 'zipEncrypted';
  return [0, 8].includes(entry.compressionMethod) ? undefined : 'zipMethod';
}

const NONE = Buffer.alloc(0);

/** The form in which paths are compared: macOS writes letters and their accents apart. */
function toPath(name: string): string {
  return posix.normalize(name.normalize('NFC'));
}

/** The only table in the uppermost folder that has one; tables below it can be files of records. */
function findTable(entries: Entries): string | Problem {
  const depthOf = (path: string) => path.split('/').length;
  const all = [...entries.keys()].filter((path) => tables.test(path));
  const top = Math.min(...all.map(depthOf));
  const [first, ...others] = all.filter((path) => depthOf(path) === top);
  if (first !== undefined && others.length === 0) return first;
  const examples = [first, ...others].slice(0, 3).filter((path) => path !== undefined);
  return problem('I066', 'file', { found: examples.join(', ') || '-' });
}

function toOpened(zip: ZipFile, entries: Entries, table: string): Omit<OpenedZip, 'path' | 'size'> {
  const folder = posix.dirname(table);
  return {
    table,
    files: [...entries.keys()].filter((path) => path !== table),
    find(written) {
      const path = toPath(posix.join(folder, written.trim().replaceAll('\\', '/')));
      return path !== table && entries.has(path) ? path : undefined;
    },
    sizeOf: (path) => requireEntry(entries, path).uncompressedSize,
    async unpack(path, to) {
      const entry = requireEntry(entries, path);
      const hash = createHash('sha256');
      let sum = 0;
      const watched = async function* (bytes: AsyncIterable<Buffer>) {
        for await (const piece of bytes) {
          hash.update(piece);
          sum = crc32(piece, sum);
          yield piece;
        }
      };
      try {
        const stream: Readable = await zip.openReadStreamPromise(entry);
        if (to === undefined) for await (const _ of watched(stream)) continue;
        else await pipeline(stream, watched, createWriteStream(to, { mode: 0o600, flags: 'wx' }));
      } catch (error) {
        // Errors of the file system, such as a full disk, do not mean that the ZIP is damaged.
        if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
        return undefined;
      }
      return sum === entry.crc32 ? hash.digest('hex') : undefined;
    },
    close: () => zip.close(),
  };
}
