import { countNoun } from '../../fields/problems/count-noun.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemFields } from '../../descriptor/descriptor.ts';
import { oneRecordPaging } from '../../descriptor/filter/filter.ts';
import { toTableColumns } from '../../files/formats/table-column.ts';
import { toFile, plainCsv } from '../../files/formats/to-file.ts';
import {
  formatNames,
  formats,
  isFormatName,
  type FormatName,
} from '../../files/formats/formats.ts';
import type { Installation } from '../installation.ts';
import { Refusal } from '../refusal.ts';
import { MANIFEST, type Manifest, auditExports } from './backup.ts';
import { openFiles } from '../open-files.ts';
import { writeContents, writeFileList } from './backup-files.ts';
import { writeThreads } from './backup-threads.ts';
import { UsageError, type Verb } from './verb.ts';
import { makeFolder } from './write-files.ts';
import { withInstallation } from './with-installation.ts';

export const exportVerb: Verb = {
  summary: 'Writes all records to a folder, as a backup that import can restore.',
  usage: `FOLDER [--format ${formatNames.join('|')}] [--without-files]`,
  help: [
    '',
    'Writes one file per resource, the applied resources.json, and manifest.json with the number',
    'of records and the checksum of each file. All files show the records as they are at one moment; people can keep working.',
    'The files of the records are in the folder files, each content once under its SHA-256, with a list',
    'of their names and IDs. The folder threads has what people wrote about records.',
    'The folder must be empty, or must not exist yet. `import FOLDER` into an empty installation restores',
    'the same records with their IDs, versions, references and timestamps. Passwords, sessions,',
    'the history and the trash are not records and are not exported.',
    '',
    '  --format         ndjson (default): one record per line; csv, tsv and xlsx are for people',
    '  --without-files  leaves out files, and the columns that name them',
  ],
  options: { format: { type: 'string' }, 'without-files': { type: 'boolean' } },
  run: async ({ args, options, environment, print, answer }) => {
    const [folder, ...more] = args;
    if (folder === undefined || more.length > 0) throw new UsageError('export requires one folder');
    const { format = 'ndjson' } = options;
    if (typeof format !== 'string' || !isFormatName(format)) {
      throw new UsageError(`--format must be one of ${formatNames.join(', ')}`);
    }
    await makeFolder(folder);
    if ((await readdir(folder)).length > 0)
      throw new Refusal([`${folder} is not empty; a backup needs its own folder`]);
    const manifest = await withInstallation(environment, async (installation) => {
      const blobs = options['without-files'] === true ? undefined : await openFiles(environment);
      const written = await writeAll(installation, folder, format, blobs);
      await auditExports(installation, written, format);
      return written;
    });
    for (const { file, records } of manifest.files)
      print(`${join(folder, file)}: ${countNoun(records, 'record')}`);
    const { contents, threads } = manifest;
    print(`${join(folder, threads.file)}: ${countNoun(threads.threads, 'thread')}`);
    if (contents) {
      const size = toSizeText(contents.bytes, 'en');
      print(`${join(folder, contents.list)}: ${countNoun(contents.files, 'file')}, ${size}`);
      for (const sha256 of contents.missing) print(`missing in the store of files: ${sha256}`);
    }
    answer(manifest);
    return contents && contents.missing.length > 0 ? 1 : 0;
  },
};

/** Without `blobs`, the backup has no files and no columns that name some. */
async function writeAll(
  { descriptor, store }: Installation,
  folder: string,
  format: FormatName,
  blobs: BlobStore | undefined,
): Promise<Required<Pick<Manifest, 'threads'>> & Manifest> {
  const files: Manifest['files'] = [];
  const exportedAt = new Date().toISOString();
  const { list, threads } = await store.transaction(async (snapshot, sql) => {
    // One moment for all resources. Otherwise a record could refer to one that is missing in its file.
    await sql.query('set transaction isolation level repeatable read, read only');
    const written = {
      list: blobs && (await writeFileList(sql, folder)),
      threads: await writeThreads(sql, folder),
    };
    for (const resource of descriptor.resources.values()) {
      const file = `${resource.name}.${formats[format].extension}`;
      const [id, version, ...stamps] = systemFields;
      const fields = [...resource.fields.values()].filter(({ kind }) => blobs || !kind.files);
      const names = [id, version, ...fields.map(({ name }) => name), ...stamps];
      const asArrayOf = formats[format].fromArrays ? names : undefined;
      let records = 0;
      const stream = snapshot.stream(resource, { ...oneRecordPaging, fields: names }, undefined, {
        asArrayOf,
      });
      const batches = passing(stream, (batch) => {
        records += batch.length;
      });
      const { app } = descriptor;
      const columns = toTableColumns(resource, names);
      const pieces = toFile(format, { app, resource, batches, columns, csv: plainCsv });
      const hash = createHash('sha256');
      await pipeline(
        Readable.from(passing(pieces, (piece) => hash.update(piece))),
        createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600 }),
      );
      files.push({ file, resource: resource.name, records, sha256: hash.digest('hex') });
    }
    return written;
  });
  const write = (name: string, value: object) =>
    writeFile(join(folder, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await write('resources.json', descriptor.source);
  const contents = blobs && list ? { ...list, ...(await writeContents(blobs, folder)) } : undefined;
  const manifest = {
    exportedAt,
    descriptor: descriptor.hash,
    files,
    threads,
    ...(contents && { contents }),
  };
  // Written last, so that a folder without it is an incomplete backup.
  await write(MANIFEST, manifest);
  return manifest;
}

/** Passes all pieces on and calls `see` with each. */
async function* passing<Piece>(
  pieces: AsyncIterable<Piece>,
  see: (piece: Piece) => unknown,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    see(piece);
    yield piece;
  }
}
