import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { importFiles, type ImportFile } from '../files/import/import-files.ts';
import type { ImportSummary } from '../files/import/import-summary.ts';
import { newId } from '../store/records/new-id.ts';
import type { Store } from '../store/store.ts';

/**
 * Loads sample records from a folder of NDJSON files. A second call changes nothing. If the descriptor
 * lacks the resource of a file, it loads nothing and returns undefined.
 */
export async function loadSample(
  { descriptor, store }: { descriptor: Descriptor; store: Store },
  folder: string,
): Promise<ReadonlyMap<string, ImportSummary> | undefined> {
  const files = await sampleFiles(descriptor, folder);
  if (!files) return undefined;
  const role = [...descriptor.roles.values()].find(({ all }) => all)?.name ?? '';
  const parts = {
    target: store,
    descriptor,
    role,
    by: { userId: null, way: 'system' } as const,
    newId,
  };
  const summaries = await importFiles(parts, files, { atomic: true });
  return new Map([...summaries].map(([file, summary]) => [file.resource.name, summary]));
}

const extension = '.ndjson';

/** One file per resource; undefined if one of the resources is not declared. */
async function sampleFiles({ resources }: Descriptor, folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension));
  const files: ImportFile[] = [];
  for (const name of names) {
    const resource = resources.get(basename(name, extension));
    if (!resource) return undefined;
    files.push({
      resource,
      options: { mode: 'upsert', key: [resource.importKey], mapping: new Map() },
      open: () => createReadStream(join(folder, name)),
    });
  }
  return files;
}
