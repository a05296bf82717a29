import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ConvertedTable } from '../../descriptor/infer/infer-tables.ts';
import type { ForeignDatabase } from '../../store/schema/foreign/open-foreign.ts';
import { streamRecords } from '../../store/schema/foreign/read-rows.ts';
import { Refusal } from '../refusal.ts';

export type WrittenFile = { file: string; records: number };

/** Writes the records of each table to a file that `import` accepts, named after its resource. */
export async function writeRecords(
  client: ForeignDatabase['client'],
  tables: readonly ConvertedTable[],
  folder: string,
): Promise<WrittenFile[]> {
  const readable = tables.filter(({ table }) => table.isReadable);
  const files = readable.map(({ resource }) => join(folder, `${resource.name}.ndjson`));
  await refuseToOverwrite(files, 'choose another folder with --data');
  await mkdir(folder, { recursive: true });
  const written: WrittenFile[] = [];
  for (const [index, taken] of readable.entries()) {
    const file = files[index]!;
    try {
      const records = await writeLines(file, streamRecords(client, taken, tables));
      if (records > 0) written.push({ file, records });
    } catch (cause) {
      throw new Refusal([`${file} cannot be written: ${(cause as Error).message}`], { cause });
    }
  }
  return written;
}

/** Never overwrites an existing file, because manual work is worth more than a guess. */
export async function refuseToOverwrite(files: readonly string[], wayOut: string): Promise<void> {
  const there = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => [`${relative('.', file)} already exists, so nothing was written; ${wayOut}`],
        () => [],
      ),
    ),
  );
  if (there.flat().length > 0) throw new Refusal(there.flat());
}

/** Writes no file for an empty table, because an import would reject an empty file. */
async function writeLines(file: string, batches: AsyncGenerator<string[]>): Promise<number> {
  const first = await batches.next();
  if (first.done) return 0;
  const out = createWriteStream(file, { flags: 'wx' });
  const done = finished(out);
  // Met by the last line; until then a failure is not one nobody cares for.
  done.catch(() => {});
  let count = 0;
  for (let batch: IteratorResult<string[]> = first; !batch.done; batch = await batches.next()) {
    count += batch.value.length;
    if (!out.write(`${batch.value.join('\n')}\n`)) await Promise.race([once(out, 'drain'), done]);
  }
  out.end();
  await done;
  return count;
}
