import { Readable } from 'node:stream';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import type { Field } from '../../fields/type/field.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { problem } from '../../fields/problems/problem.ts';
import { writeKey } from '../../fields/text/written-key.ts';
import { writeList } from '../../fields/text/written-list.ts';
import type { TableColumn } from '../../files/formats/table-column.ts';
import { pathColumn } from '../../files/import/rows/row-columns.ts';
import { createFilePaths, writeZip, type ZipPart } from './write-zip.ts';
import { MOST_ENTRIES } from '../files/read-zip.ts';
import { BlobFailure, type BlobStore } from '../../store/blobs/blob-store.ts';
import { findWithheld } from '../../store/system/files/stored-files.ts';
import { refuseWithheld } from '../files/refuse-withheld.ts';
import type { Acting } from '../acting.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { ExportedList } from './export-lists.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import { parseNamed } from './reference-titles.ts';
import { filesOf } from '../../store/records/files/name-files.ts';

/** A column of an export that has files. */
export type FileColumn = {
  name: string;
  field: Field;
  /** The columns with the `_id` and with the key of the record that has them; no key if a column is missing. */
  id: string;
  key: readonly string[];
};

/** The columns with files among those of the records and of their child lists. */
export function fileColumns(
  resource: Resource,
  names: readonly string[],
  lists: readonly ExportedList[],
): FileColumn[] {
  const columnsOf = (of: Resource, listed: readonly string[], prefix: string): FileColumn[] => {
    const isNamed = of.importKey.every((name) => listed.includes(name));
    const key = isNamed ? of.importKey.map((name) => prefix + name) : [];
    return fileFields(of)
      .filter(({ name }) => listed.includes(name))
      .map((field) => ({ name: prefix + field.name, field, id: `${prefix}_id`, key }));
  };
  return [
    ...columnsOf(resource, names, ''),
    ...lists.flatMap(({ child, names: listed }) => columnsOf(child, listed, `${child.name}.`)),
  ];
}

type Row = Readonly<Record<string, unknown>>;

/** A file that goes into a ZIP. */
export type PackedFile = { path: string; file: FileValue };

/** Creates the function that names the files of a row; a record that several rows repeat has its files once. */
function createNamer({ columns, add }: Packing) {
  const pathOf = createFilePaths();
  let cachedNames = new Map<string, string[]>();
  let last: unknown;
  return (row: Row): Map<string, string[]> => {
    if (row['_id'] !== last) cachedNames = new Map();
    last = row['_id'];
    const paths = new Map<string, string[]>();
    for (const { name, field, id, key } of columns) {
      const value = row[name];
      if (value === null || value === undefined) continue;
      const called = key.map((one) => row[one] ?? '');
      const isNamed = called.every((one) => typeof one !== 'object' && one !== '');
      const folder = (isNamed && writeKey(called.map(String))) || String(row[id]);
      const of = `${name} ${String(row[id])}`;
      const named =
        cachedNames.get(of) ??
        (filesOf(field, value) as FileValue[]).map((file) => {
          const path = pathOf(name, folder, file.name);
          add({ path, file });
          return path;
        });
      cachedNames.set(of, named);
      paths.set(name, named);
    }
    return paths;
  };
}

/** The columns with files of an export, and what gets each file that it finds. */
export type Packing = {
  columns: readonly FileColumn[];
  add: (packed: PackedFile) => void;
};

/** Adds the paths of files to rows, each beside the files; `names` are the columns of rows that are arrays. */
export async function* addFilePaths(
  batches: AsyncIterable<readonly string[]>,
  { columns, add, names, isTable }: Packing & { names: readonly string[]; isTable: boolean },
): AsyncGenerator<string[]> {
  const pathsOf = createNamer({ columns, add });
  const addPaths = (json: string): string => {
    const row = parseNamed(json, names);
    const paths = pathsOf(row);
    const members = Object.entries(row).flatMap(([name, value]) => {
      const named = paths.get(name);
      if (!named) return [[name, value]];
      const member = Array.isArray(value) ? named : named[0];
      const path = isTable ? writeList(named) : member;
      return [
        [name, value],
        [pathColumn(name), path],
      ];
    });
    return JSON.stringify(Object.fromEntries(members));
  };
  for await (const batch of batches) {
    const written: string[] = [];
    for (const json of batch) {
      // A record can have a thousand files.
      await yieldToEventLoop();
      written.push(addPaths(json));
    }
    yield written;
  }
}

/** The same columns, with one for paths beside each that has files. */
export function withPathColumns(
  columns: readonly TableColumn[],
  files: readonly FileColumn[],
): TableColumn[] {
  return columns.flatMap((column): TableColumn[] =>
    files.some(({ name }) => name === column.name)
      ? [column, { name: pathColumn(column.name), holds: 'text' }]
      : [column],
  );
}

/** How many files an export has, and their bytes; or why they cannot be exported. The rows have no keys. */
export async function measureFiles(
  { services: { database, scan } }: Acting,
  columns: readonly FileColumn[],
  rows: AsyncIterable<Row>,
): Promise<{ files: number; bytes: number } | Refusal> {
  const paths = new Map<string, string>();
  const sum = { files: 0, bytes: 0 };
  const add = ({ file, path }: PackedFile) => {
    sum.files += 1;
    sum.bytes += file.size;
    paths.set(file.sha256, path);
  };
  const count = createNamer({ columns, add });
  for await (const row of rows) {
    await yieldToEventLoop();
    count(row);
    // The table is one of the entries.
    if (sum.files >= MOST_ENTRIES)
      return refuse(problem('I069', '_files', { max: MOST_ENTRIES - 1 }));
  }
  const withheld = await findWithheld(database, [...paths.keys()], scan !== undefined);
  return withheld ? refuseWithheld(withheld, paths.get(withheld.sha256)) : sum;
}

/** In bytes. Packing what has fewer gains nothing, and takes a quarter of a megabyte of memory for each. */
const SMALL = 4_096;
/** Types that get smaller when they are packed; all others are compressed already, or nobody knows. */
const loose = /^(text\/|image\/(bmp|tiff|svg)|audio\/(x-)?(wav|aiff)|application\/(json|xml|rtf))/;

/**
 * A ZIP with the file of an export and the files that `files` lists once that has been read to its end. A file that
 * the store lacks ends the stream.
 */
export function zipExport(
  { services: { blobs } }: Acting,
  name: string,
  table: AsyncGenerator<string | Uint8Array>,
  files: readonly PackedFile[],
): AsyncGenerator<Uint8Array> {
  async function* parts(): AsyncGenerator<ZipPart> {
    yield {
      path: name,
      isPacked: name.endsWith('.xlsx'),
      open: async () => Readable.from(copied(table)),
    };
    for (const { path, file } of files)
      yield {
        path,
        size: file.size,
        isPacked: file.size < SMALL || !loose.test(file.type),
        open: () => openBlob(blobs, file.sha256),
      };
  }
  return writeZip(parts());
}

async function openBlob(blobs: BlobStore, sha256: string): Promise<Readable> {
  const bytes = await blobs.read(sha256);
  if (!bytes) throw new BlobFailure('unreachable', `the store has no ${sha256}`);
  return bytes;
}

/** The source uses its memory again for the next piece. */
async function* copied(source: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of source) yield Buffer.from(piece as Uint8Array);
}
