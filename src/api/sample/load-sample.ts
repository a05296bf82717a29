import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { importFiles, type ImportFile } from '../../files/import/import-files.ts';
import type { ImportTerms } from '../../files/import/import-parts.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { Actor, Store } from '../../store/store.ts';
import type { FileServices } from '../../services/files/accept-file.ts';
import { openSampleFiles } from './sample-files.ts';

type Loading = {
  descriptor: Descriptor;
  store: Store;
  /** For the files that records of the sample have. */
  fileServices: FileServices;
  by?: Actor;
  observe?: ImportTerms['observe'];
};

/**
 * Loads sample records from a folder of NDJSON files, with the files that they name: all of them, or none if one does not fit. A second call
 * changes nothing. If the descriptor lacks the resource of a file, it loads nothing and returns undefined.
 */
export async function loadSample(
  { descriptor, store, fileServices, by = { userId: null, way: 'system' }, observe }: Loading,
  folder: string,
): Promise<ReadonlyMap<string, ImportSummary> | undefined> {
  const sampleFiles = await findSample(descriptor, folder);
  if (!sampleFiles) return undefined;
  const source = await openSampleFiles(folder, { ...fileServices, store }, by);
  const files = sampleFiles.map((file) => ({ ...file, files: source }));
  const role = [...descriptor.roles.values()].find(({ all }) => all)?.name ?? '';
  const parts = { target: store, descriptor, role, by, newId };
  const summaries = await importFiles(parts, files, { atomic: true, observe });
  return new Map([...summaries].map(([file, summary]) => [file.resource.name, summary]));
}

const extension = '.ndjson';

/** One file per resource; undefined if one of the resources is not declared. */
export async function findSample(
  { resources }: Descriptor,
  folder: string,
): Promise<ImportFile[] | undefined> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension));
  const files: ImportFile[] = [];
  for (const name of names) {
    const resource = resources.get(basename(name, extension));
    if (!resource) return undefined;
    files.push({
      resource,
      options: { mode: 'upsert', key: resource.importKey, mapping: new Map() },
      open: () => createReadStream(join(folder, name)),
    });
  }
  return files;
}

/** The number of records in the files of a sample. */
export async function countSample(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n').split('\n').filter(Boolean).length;
}
