import { isObject } from '../../descriptor/json-object.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { ImportOptions, OpenFile } from './import-parts.ts';
import { plainLayout } from '../formats/file-layout.ts';
import { readFileHeader, readFileRows } from '../formats/read-file.ts';
import { usualKey } from './import-keys.ts';

type KeyedFile = { resource: Resource; open: OpenFile; options: ImportOptions };

/** The file with the key by which its rows mean records, where nobody said one. */
export async function withKey<File extends KeyedFile>(file: File): Promise<File> {
  if (file.options.key.length > 0) return file;
  // What is only created has its unique values checked one by one, and each says which it is.
  const isCreated = file.options.mode === 'create';
  const key = isCreated ? ['_id'] : usualKey(file.resource, await fieldsOf(file));
  return { ...file, options: { ...file.options, key } };
}

/** The fields a file has columns for; of one without columns, those of its first record. */
async function fieldsOf({ open, options }: KeyedFile): Promise<string[]> {
  const { layout = plainLayout, mapping, constants = new Map() } = options;
  const header = await readFileHeader(open, layout);
  const columns = header && 'columns' in header ? header.columns : await firstNames(open, layout);
  const fields = columns.map((name) => (mapping.has(name) ? mapping.get(name)?.field : name));
  return [...fields.filter((name) => name !== undefined), ...constants.keys()];
}

async function firstNames(...[open, layout]: Parameters<typeof readFileRows>): Promise<string[]> {
  for await (const rows of readFileRows(open, layout)) {
    for (const row of rows)
      if ('value' in row && isObject(row.value)) return Object.keys(row.value);
  }
  return [];
}
