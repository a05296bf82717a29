import { systemFields, type Resource } from '../../descriptor/descriptor.ts';
import { readFileRows } from '../../exchange/files/read-file.ts';
import { plainLayout } from '../../exchange/files/file-layout.ts';
import type { ImportFile } from '../../exchange/import-files.ts';
import { restoreStamps, type Stamps } from '../../store/records/restore-stamps.ts';
import type { Installation } from '../installation.ts';

/** Whether nobody has worked here yet, so that records may come with the versions and stamps they had. */
export async function isUntouched(
  { store }: Installation,
  resources: Iterable<Resource>,
): Promise<boolean> {
  for (const resource of resources) if ((await store.count(resource)) > 0) return false;
  return true;
}

/** After the records of a backup are in: their versions and stamps, as the files have them. */
export async function restoreAll(
  { database }: Installation,
  files: readonly ImportFile[],
): Promise<void> {
  for (const { resource, open, options } of files) {
    for await (const rows of readFileRows(open, options.layout ?? plainLayout)) {
      const stamps = rows.flatMap((row) => ('value' in row ? toStamps(row.value) : []));
      if (stamps.length > 0) await restoreStamps(database, resource, stamps);
    }
  }
}

function toStamps(value: unknown): Stamps[] {
  const row = value as Record<string, unknown>;
  const stamps = Object.fromEntries(
    systemFields.map((name) => [name, row[name] === '' ? null : (row[name] ?? null)]),
  );
  return stamps['_id'] === null || stamps['createdAt'] === null ? [] : [stamps as Stamps];
}
