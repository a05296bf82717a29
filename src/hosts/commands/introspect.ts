import { requireItem } from '../../fields/require-entry.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { writeFile } from 'node:fs/promises';
import { relative, resolve, join } from 'node:path';
import { tableKey, type ForeignTable, type Sample } from '../../descriptor/infer/foreign-table.ts';
import { inferTables, type ConvertedTable } from '../../descriptor/infer/infer-tables.ts';
import { writeDescriptor } from '../../descriptor/infer/write-descriptor.ts';
import {
  openForeign,
  UnreadableAddress,
  type ForeignDatabase,
} from '../../store/schema/foreign/open-foreign.ts';
import { listSchemas, readCatalog } from '../../store/schema/foreign/read-catalog.ts';
import { SAMPLE_ROWS, sampleRows, streamRecords } from '../../store/schema/foreign/read-rows.ts';
import { Refusal } from '../refusal.ts';
import { UsageError, type Call, type Verb } from './verb.ts';
import { checkGenerated, makeFolder, refuseToOverwrite, writeSchema } from './write-files.ts';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export const introspect: Verb = {
  summary: 'Writes a descriptor for the tables of another database and exports its records.',
  usage: 'DATABASE_URL [--schema NAME,…] [--out FILE] [--data FOLDER] [--json]',
  help: [
    '',
    'Reads a PostgreSQL database in one read-only transaction and writes what it finds',
    'as a valid descriptor, with the reason for each guess and a note on everything left out.',
    `It detects the content of text columns from the first ${SAMPLE_ROWS.toLocaleString('en')} rows of a table.`,
    '',
    '  --schema  the schemas to read, separated by commas (default: public)',
    '  --out     writes the descriptor to this file if it does not exist; otherwise it is printed',
    '  --data    also writes the records to this folder, one file per resource. Then run',
    '            npx backoffice apply and npx backoffice import FOLDER',
  ],
  options: { schema: { type: 'string' }, out: { type: 'string' }, data: { type: 'string' } },
  run: async (call) => {
    const [url, ...more] = call.args;
    if (url === undefined || more.length > 0)
      throw new UsageError('introspect requires the URL of one database');
    const { out, data } = call.options as { out?: string; data?: string };
    if (out !== undefined) await refuseToOverwrite([out], 'choose another file with --out');
    const database = await open(url);
    try {
      const { tables, remarks } = await inferFrom(database, schemasOf(call));
      const resources = tables.map(({ resource }) => resource);
      const text = writeDescriptor(resources, [originText(database, call), ...remarks]);
      const descriptor = checkGenerated(text);
      const files = data === undefined ? [] : await writeRecords(database.client, tables, data);
      if (out !== undefined) await writeFile(resolve(out), text, { flag: 'wx' });
      call.answer({ descriptor, remarks, files });
      await printResult(call, text, files);
      return 0;
    } finally {
      await database.close();
    }
  },
};

async function open(url: string): Promise<ForeignDatabase> {
  try {
    return await openForeign(url);
  } catch (error) {
    const { message } = error as Error;
    throw error instanceof UnreadableAddress ? new UsageError(message) : new Refusal([message]);
  }
}

function schemasOf({ options }: Call): string[] {
  const { schema = 'public' } = options as { schema?: string };
  return [...new Set(schema.split(',').map((name) => name.trim()))];
}

async function inferFrom({ client, place }: ForeignDatabase, schemas: readonly string[]) {
  const tables = await readCatalog(client, schemas);
  const filled = tables.filter(({ kind, columns }) => columns.length > 0 && !kind.endsWith('view'));
  if (filled.length === 0) {
    const others = (await listSchemas(client)).map(
      ({ schema, tables: count }) => `${schema} (${count})`,
    );
    const where = others.length > 0 ? `; these schemas have tables: ${others.join(', ')}` : '';
    throw new Refusal([`${place} has no tables in ${schemas.join(', ')}${where}`]);
  }
  const samples = new Map<string, Sample>();
  for (const table of filled) samples.set(tableKey(table), await sample(client, table));
  return inferTables(tables, samples);
}

async function sample(client: ForeignDatabase['client'], table: ForeignTable): Promise<Sample> {
  try {
    return await sampleRows(client, table);
  } catch (cause) {
    const name = `${table.schema}.${table.name}`;
    throw new Refusal([`${name} cannot be read: ${(cause as Error).message}`], { cause });
  }
}

function originText({ place }: ForeignDatabase, call: Call): string {
  return `Generated from the database ${place}, schema ${schemasOf(call).join(', ')}. The comment after each field gives the reason for its type.`;
}

async function printResult({ print, options }: Call, text: string, files: readonly WrittenFile[]) {
  const { out, data } = options as { out?: string; data?: string };
  if (out === undefined) print(text);
  else print(`Wrote ${relative('.', out)}, and ${await writeSchema(out)}`);
  // The output may be piped into a file, and must be a valid descriptor there.
  const mark = out === undefined ? '// ' : '';
  for (const { file, records } of files)
    print(`${mark}Wrote ${relative('.', file)}: ${countNoun(records, 'record')}`);
  if (data !== undefined)
    print(`${mark}Next: npx backoffice apply, then npx backoffice import ${data}`);
}

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
  await makeFolder(folder);
  const written: WrittenFile[] = [];
  for (const [index, taken] of readable.entries()) {
    const file = requireItem(files, index);
    try {
      const records = await writeLines(file, streamRecords(client, taken, tables));
      if (records > 0) written.push({ file, records });
    } catch (cause) {
      throw new Refusal([`${file} cannot be written: ${(cause as Error).message}`], { cause });
    }
  }
  return written;
}

/** Writes no file for an empty table, because an import would reject an empty file. */
async function writeLines(file: string, batches: AsyncGenerator<string[]>): Promise<number> {
  const first = await batches.next();
  if (first.done) return 0;
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for (let batch: IteratorResult<string[]> = first; !batch.done; batch = await batches.next()) {
      count += batch.value.length;
      yield `${batch.value.join('\n')}\n`;
    }
  }
  await pipeline(lines, createWriteStream(file, { flags: 'wx' }));
  return count;
}
