import type { Resource } from '../../descriptor/descriptor.ts';
import { findFilePaths } from '../../files/import/file-paths.ts';
import { parseLayout } from '../../api/files/import-request.ts';
import { parseMapping } from '../../api/files/parse-mapping.ts';
import { importKeys, parseKey } from '../../files/import/import-keys.ts';
import { type ColumnContext, fieldNameOf } from '../../files/import/row-columns.ts';
import { isBareNumber } from '../../fields/bare-number.ts';
import type { Problem } from '../../fields/problem.ts';
import { Refusal, toLine } from '../refusal.ts';
import { UsageError, type Call } from './verb.ts';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { scanStored } from '../../api/files/scan-stored.ts';
import { formats } from '../../files/formats/formats.ts';
import { plainLayout, type FileLayout } from '../../files/formats/file-layout.ts';
import { readFileHeader } from '../../files/formats/read-file.ts';

/** The command line option of each part of a file layout. */
const layoutOptions = {
  'header-row': 'headerRow',
  delimiter: 'delimiter',
  encoding: 'encoding',
  further: 'further',
  sheet: 'sheet',
  path: 'path',
} as const;

/** The same options in the form that `parseArgs` accepts. */
export const tableOptions = Object.fromEntries(
  Object.keys(layoutOptions).map((option) => [option, { type: 'string' as const }]),
);

/** Returns the layout options under the names that an upload uses, checked before any file is read. */
export function readLayoutOptions({ options }: Call): ReadonlyMap<string, string> {
  const said = new Map(
    Object.entries(layoutOptions).flatMap(([option, part]) =>
      options[option] === undefined ? [] : [[part, String(options[option])] as const],
    ),
  );
  const read = parseLayout(said, { ...plainLayout, format: 'csv' });
  if ('problems' in read) throw new UsageError(read.problems.map(toLine).join('\n'));
  return said;
}

/**
 * Returns the value of an option for each resource: `update` for all, `lines=create` for one. The last
 * matching value wins.
 */
export function optionFor(option: Call['options'][string], resource: Resource): string | undefined {
  const said = Array.isArray(option) ? option : option === undefined ? [] : [String(option)];
  const own = said.findLast((text) => text.startsWith(`${resource.name}=`));
  return own === undefined
    ? said.findLast((text) => !text.includes('='))
    : own.slice(resource.name.length + 1);
}

/** The key fields of a resource. Empty if neither the option nor the descriptor sets any; then the file decides. */
export function readKey({ options }: Call, resource: Resource): string[] {
  const said = optionFor(options['key'], resource);
  if (said === undefined && resource.importKey === '_id') return [];
  const key = parseKey(resource, said ?? resource.importKey);
  if (key) return key;
  const keys = importKeys(resource).join(', ');
  throw new Refusal([`--key for ${resource.name} must be one of ${keys}, or several fields: a,b`]);
}

/**
 * `--map A=casId` names the field of a column, `--map Notes=` leaves it out; `--decimal` applies to all numbers. Both
 * override what is `known` of a column.
 */
export function readMapping(
  { options }: Call,
  reader: ColumnContext,
  columns: readonly string[],
  known: Readonly<Record<string, unknown>> = {},
) {
  const said = options['map'];
  const pairs = (Array.isArray(said) ? said : []).flatMap((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1)
      throw new UsageError('--map must be COLUMN=FIELD, or COLUMN= to leave the column out');
    const column = text.slice(0, at);
    // Each of several files has its own columns.
    return columns.includes(column) ? [[column, text.slice(at + 1) || null] as const] : [];
  });
  const problems: Problem[] = [];
  const { resource } = reader;
  const mapping = new Map(
    parseMapping(
      resource,
      findFilePaths(reader, resource),
      JSON.stringify({
        ...known,
        ...Object.fromEntries(pairs),
      }),
      problems,
    ),
  );
  if (problems.length > 0) throw new Refusal(problems.map(toLine), { problems });
  const decimal = readDecimal(options['decimal']);
  if (decimal === undefined) return mapping;
  for (const column of columns) {
    const name = fieldNameOf(reader, mapping, column);
    const field = resource.fields.get(name ?? '');
    if (field && isBareNumber(field))
      mapping.set(column, { ...mapping.get(column), field: field.name, decimal });
  }
  return mapping;
}

export function readDecimal(said: Call['options'][string]): '.' | ',' | undefined {
  if (said === undefined || said === '.' || said === ',') return said;
  throw new UsageError('--decimal must be . or ,');
}

/** Detects the layout of a file in the same way as an upload; refuses files that cannot be read to the end. */
export async function detectLayout(path: string, said: ReadonlyMap<string, string> = new Map()) {
  const layout = await findLayout(path, said);
  return { layout, columns: await checkColumns(path, layout) };
}

/** Detects the layout without reading the columns. Of `said`, only the path applies to JSON, and all but it to tables. */
export async function findLayout(path: string, said: ReadonlyMap<string, string>) {
  const scanned = await scanStored(path, basename(path));
  if ('code' in scanned) throw new Refusal([`${path}: ${toLine({ ...scanned, path: '' })}`]);
  const { layout } = scanned;
  const { isTable } = formats[layout.format];
  const parsed = parseLayout(
    new Map([...said].filter(([part]) => (part !== 'path') === isTable)),
    layout,
  );
  if ('layout' in parsed) return parsed.layout;
  throw new Refusal(parsed.problems.map((one) => `${path}: ${toLine(one)}`));
}

/** Returns the columns of a table. A problem with them applies to the whole file. */
export async function checkColumns(path: string, layout: FileLayout): Promise<readonly string[]> {
  const header = await readFileHeader(() => createReadStream(path), layout);
  if (header && 'problems' in header) {
    throw new Refusal(header.problems.map((found) => `${path}: ${toLine(found)}`));
  }
  return header?.columns ?? [];
}
