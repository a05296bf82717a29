import type { ImportSettings } from '../../contract/import-settings.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { readTexts } from '../../services/import/read-texts.ts';
import { checkLayout } from '../../services/import/check-layout.ts';
import { type ColumnContext, fieldNameOf } from '../../files/import/rows/row-columns.ts';
import type { ColumnMapping } from '../../files/import/import-parts.ts';
import { isBareNumber } from '../../fields/text/bare-number.ts';
import { Refusal, toLine } from '../refusal.ts';
import { UsageError, type Call } from './verb.ts';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { scanStored } from '../../services/files/scan-stored.ts';
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
  unpivot: 'unpivot',
} as const;

/** The same options in the form that `parseArgs` accepts. */
export const tableOptions = Object.fromEntries(
  Object.keys(layoutOptions).map((option) => [option, { type: 'string' as const }]),
);

/** The setting that each further option gives, and the text that a flag stands for. */
const settingOf: Readonly<Record<string, readonly [setting: string, text?: string]>> = {
  mode: ['mode'],
  key: ['key'],
  warnings: ['warnings'],
  missing: ['missing'],
  'take-proposed': ['take', 'all'],
  atomic: ['atomic', 'true'],
};

/** Options that can differ from file to file: `lines=create`. */
const perFile = ['mode', 'key'];

export const settingOptions = Object.fromEntries(
  Object.entries(settingOf).map(([option, [, flag]]) => [
    option,
    flag === undefined
      ? { type: 'string' as const, multiple: perFile.includes(option) }
      : { type: 'boolean' as const },
  ]),
);

/** What `import --help` says about its options. */
export const optionHelp = [
  '  --recipe   the name or ID of a recipe that was saved on the screens: the files are imported into its',
  '             collection with its settings, and other options override them. Repeat it for a workbook:',
  '             each recipe imports the sheet that it was saved with, in the order of their references',
  '  --resource the collection of the recipe, if recipes of several have this name',
  '  --mode     create: only new records; update: only existing records;',
  '             upsert (default): both, so that a repeated import changes nothing',
  '  --key      the field that identifies the record of a row, or several: source,sampleCode',
  '             (default: the importKey; without one, _id or a unique field that the file contains)',
  '             For several files, prefix mode or key with the file: lines=create, lines=order,product; repeatable',
  '  --map      COLUMN=FIELD, repeatable; COLUMN= leaves a column out. A column can also',
  '             have the label or an alias of its field',
  '  --header-row  the row that contains the column names (default: 1); 0: no such row, and the',
  '             columns are named A, B …',
  '  --delimiter, --encoding, --sheet  the layout of tables, if it is not detected correctly',
  '  --further  cells beyond the last column: leaveOut, or columns with their letters as names (default: the row fails)',
  '  --path     where a JSON object has its records: data.items, * for its members (default: its first list of objects)',
  '  --unpivot  JSON: { "columns": ["2020", "2021"], "head": "year", "cell": "value" } makes a row of each cell',
  '             in these columns, with the name above it in the column head',
  '  --decimal  the decimal separator of numbers in tables: . (default) or ,',
  '  --warnings import (default): imports rows with warnings and reports them; leaveOut: skips them',
  '  --take-proposed  accepts proposed corrections (80-05-7 for 80057)',
  '  --missing  JSON for one file: { "where": { … }, "set": { "field": "text" } } sets values in the records',
  '             that match the filter and that the file lacks; without set it only lists them',
  '  --dry-run  shows the result without changing anything',
  '  --atomic   imports all rows of all files or none (default: imports the valid rows)',
  '  --without-files  leaves out the files of a backup, and the columns that name files',
];

/** What the options say of the layout of files, checked before any file is read. */
export type LayoutOptions = NonNullable<ImportSettings['layout']>;

export function readLayoutOptions({ options }: Call): LayoutOptions {
  const texts = Object.entries(layoutOptions).flatMap(([option, member]) =>
    options[option] === undefined ? [] : [[member, String(options[option])] as const],
  );
  const read = readTexts(new Map(texts));
  const { layout = {} } = read.settings;
  const checked = checkLayout(layout, { ...plainLayout, format: 'csv' });
  const problems = [...read.problems, ...('problems' in checked ? checked.problems : [])];
  if (problems.length > 0) throw new UsageError(problems.map(toLine).join('\n'));
  return layout;
}

/**
 * Returns the value of an option for each resource: `update` for all, `lines=create` for one. The last
 * matching value wins.
 */
function optionFor(option: Call['options'][string], resource: Resource): string | undefined {
  const texts = [option ?? []].flat().map(String);
  const own = texts.findLast((text) => text.startsWith(`${resource.name}=`));
  return own === undefined
    ? texts.findLast((text) => !text.includes('='))
    : own.slice(resource.name.length + 1);
}

/** The settings that the options give for a collection, besides its columns and its layout. */
export function readSettings({ options }: Call, resource: Resource): ImportSettings {
  const texts = Object.entries(settingOf).flatMap(([option, [setting, flag]]) => {
    const value = options[option];
    const text = perFile.includes(option) ? optionFor(value, resource) : value;
    return text === undefined || text === false ? [] : [[setting, flag ?? String(text)] as const];
  });
  const { settings, problems } = readTexts(new Map(texts));
  if (problems.length > 0) throw new Refusal(problems.map(toLine), { problems });
  const { layout: _, ...others } = settings;
  return others;
}

/** `--map A=casId` names the field of a column, `--map Notes=` leaves it out; each of several files has its own columns. */
export function readColumns(
  { options }: Call,
  columns: readonly string[],
): Record<string, string | null> {
  const option = options['map'];
  const pairs = (Array.isArray(option) ? option : []).map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1)
      throw new UsageError('--map must be COLUMN=FIELD, or COLUMN= to leave the column out');
    return [text.slice(0, at), text.slice(at + 1) || null] as const;
  });
  return Object.fromEntries(pairs.filter(([column]) => columns.includes(column)));
}

/** The mapping with `--decimal` for all numbers. */
export function withDecimal(
  { options }: Call,
  reader: ColumnContext,
  mapping: ColumnMapping,
  columns: readonly string[],
): ColumnMapping {
  const decimal = readDecimal(options['decimal']);
  if (decimal === undefined) return mapping;
  const changed = new Map(mapping);
  for (const column of columns) {
    const name = fieldNameOf(reader, mapping, column);
    const field = reader.resource.fields.get(name ?? '');
    if (field && isBareNumber(field))
      changed.set(column, { ...mapping.get(column), field: field.name, decimal });
  }
  return changed;
}

export function readDecimal(option: Call['options'][string]): '.' | ',' | undefined {
  if (option === undefined || option === '.' || option === ',') return option;
  throw new UsageError('--decimal must be . or ,');
}

/** Detects the layout of a file in the same way as an upload. Of `options`, only the path and the columns that become rows apply to JSON, and all but the path to tables. */
export async function findLayout(path: string, options: LayoutOptions): Promise<FileLayout> {
  const scanned = await scanTable(path);
  const { path: place, ...ofTable } = options;
  const ofJson = { path: place, unpivot: options.unpivot };
  const isTable = formats[scanned.layout.format].isTable;
  const checked = checkLayout(isTable ? ofTable : ofJson, scanned.layout);
  if ('layout' in checked) return checked.layout;
  throw new Refusal(checked.problems.map((one) => `${path}: ${toLine(one)}`));
}

/** Scans a file as an upload; `path` names it in a refusal. */
export async function scanTable(path: string, table = path) {
  const scanned = await scanStored(table, basename(table));
  if ('code' in scanned) throw new Refusal([`${path}: ${toLine({ ...scanned, path: '' })}`]);
  return scanned;
}

/** Returns the columns of a table. A problem with them applies to the whole file. */
export async function checkColumns(path: string, layout: FileLayout): Promise<readonly string[]> {
  const header = await readFileHeader(() => createReadStream(path), layout);
  if (header && 'problems' in header) {
    throw new Refusal(header.problems.map((each) => `${path}: ${toLine(each)}`));
  }
  return header?.columns ?? [];
}
