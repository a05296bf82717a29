import type { Resource } from '../../descriptor/descriptor.ts';
import { type FileLayout, furtherCells } from '../../files/formats/file-layout.ts';
import { importKeys, parseKey } from '../../files/import/import-keys.ts';
import { importModes, type ImportOptions, warningsModes } from '../../files/import/import-parts.ts';
import type { FilePaths } from '../../files/import/file-paths.ts';
import { z } from 'zod';
import { problem, type Problem } from '../../fields/problem.ts';
import { parseConstants, parseMapping } from './parse-mapping.ts';
import { parseCells } from './parse-cells.ts';
import { parseMissing } from './parse-missing.ts';
import { parseSteps } from './parse-steps.ts';
import { encodings } from '../../files/formats/encodings.ts';
import { formatNames } from '../../files/formats/formats.ts';

/** The parts of an import request that say how to read the file, where detection is not right. */
const layoutParts = [
  'format',
  'encoding',
  'isGuessed',
  'delimiter',
  'headerRow',
  'firstRow',
  'further',
  'sheet',
  'path',
];

/** The same parts in JSON. */
export const layoutBody = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const importParts = [
  'mode',
  'key',
  'dryRun',
  'atomic',
  'missing',
  'mapping',
  'constants',
  'steps',
  'cells',
  'warnings',
  'leaveOut',
  'take',
  ...layoutParts,
];
const booleans = ['true', 'false'] as const;

export type ImportRequest = ImportOptions & {
  dryRun: boolean;
  atomic: boolean;
  layout: FileLayout;
};

/** Reads the plain parts of an import request; an unknown part is a problem. */
export function parseImportRequest(
  resource: Resource,
  paths: FilePaths,
  fields: ReadonlyMap<string, string>,
  found: FileLayout,
): { request: ImportRequest } | { problems: Problem[] } {
  const problems: Problem[] = [];
  for (const name of fields.keys()) {
    if (!importParts.includes(name)) problems.push(problem('Q001', name, {}));
  }
  const oneOf = createChooser(fields, problems);
  const request = {
    mode: oneOf('mode', importModes, 'create'),
    key: readKey(resource, fields.get('key'), problems),
    dryRun: oneOf('dryRun', booleans, 'false') === 'true',
    atomic: oneOf('atomic', booleans, 'false') === 'true',
    missing: parseMissing(resource, fields, problems),
    mapping: parseMapping(resource, paths, fields.get('mapping'), problems),
    constants: parseConstants(resource, fields.get('constants'), problems),
    steps: parseSteps(fields.get('steps'), problems),
    cells: parseCells(fields.get('cells'), problems),
    warnings: oneOf('warnings', warningsModes, 'import'),
    leaveOut: parseRows('leaveOut', fields.get('leaveOut'), problems),
    take:
      fields.get('take') === 'all'
        ? ('all' as const)
        : parseRows('take', fields.get('take'), problems, 'all, '),
  };
  const read = parseLayout(fields, found);
  if ('problems' in read) return { problems: [...problems, ...read.problems] };
  return problems.length > 0 ? { problems } : { request: { ...request, layout: read.layout } };
}

/** Reads parts that allow only certain values; any other value is a problem. */
function createChooser(fields: ReadonlyMap<string, string>, problems: Problem[]) {
  return <Value extends string>(name: string, values: readonly Value[], otherwise: Value) => {
    const given = fields.get(name);
    if (given === undefined || given === '') return otherwise;
    const value = values.find((each) => each === given);
    if (value === undefined) problems.push(problem('I005', name, { expected: values.join(', ') }));
    return value ?? otherwise;
  };
}

function readKey(resource: Resource, said: string | undefined, problems: Problem[]): string[] {
  if (!said && resource.importKey === '_id') return [];
  const key = parseKey(resource, said || resource.importKey);
  const expected = importKeys(resource).join(', ');
  if (!key) problems.push(problem('I005', 'key', { expected }, 'or several fields: a,b'));
  return key ?? [resource.importKey];
}

/** The layout of the file. Values in the request take precedence over detected ones. */
export function parseLayout(
  fields: ReadonlyMap<string, string>,
  found: FileLayout,
): { layout: FileLayout } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const said = (name: string): string | undefined => fields.get(name) || undefined;
  const oneOf = createChooser(fields, problems);
  const rowNumber = (name: string, otherwise: number, min: number): number => {
    const text = said(name);
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= min && value <= MAX_ROW) return value;
    problems.push(problem('I005', name, { expected: `${min} … ${MAX_ROW}` }));
    return otherwise;
  };
  const delimiter = fields.get('delimiter') || found.delimiter;
  if (!/^[^"\r\n]$/u.test(delimiter)) {
    problems.push(problem('I005', 'delimiter', { expected: ', ; | ⇥' }));
  }
  const headerRow = rowNumber('headerRow', found.headerRow, 0);
  const sheet = said('sheet') ?? found.sheet;
  const path = said('path') ?? found.path;
  if (path !== undefined && path.length > LONGEST_PATH)
    problems.push(problem('V016', 'path', { max: LONGEST_PATH }));
  const asked = oneOf('format', formatNames, found.format);
  // Lines have no path: who names one means an object, and who chooses NDJSON means lines.
  const hasPath = path !== undefined && !(fields.get('format') === 'ndjson');
  const isJson = kindOf(asked) === 'JSON';
  // Who sends the layout back as it was detected has not chosen the encoding.
  const isGuessed = said('encoding')
    ? oneOf('isGuessed', booleans, 'false') === 'true'
    : found.isGuessed === true;
  const refused = 'refuse' as const;
  const furtherPart = oneOf('further', [refused, ...furtherCells], found.further ?? refused);
  const further = furtherPart === refused ? undefined : furtherPart;
  const layout: FileLayout = {
    format: isJson && hasPath ? 'json' : asked,
    encoding: oneOf('encoding', encodings, found.encoding),
    ...(isGuessed && { isGuessed }),
    delimiter,
    headerRow,
    ...(further !== undefined && { further }),
    firstRow: rowNumber('firstRow', headerRow + 1, headerRow + 1),
    ...(sheet === undefined ? {} : { sheet }),
    ...(isJson && hasPath && { path }),
  };
  // Workbooks, texts and JSON cannot be read as one another: the file was scanned as one of them.
  if (kindOf(layout.format) !== kindOf(found.format)) {
    problems.push(problem('I005', 'format', { expected: found.format }));
  }
  return problems.length > 0 ? { problems } : { layout };
}

const MAX_ROW = 1_048_576;
/** In characters: more than the names of 32 levels need. */
const LONGEST_PATH = 1_000;

function kindOf(format: FileLayout['format']): string {
  return format === 'xlsx'
    ? 'workbook'
    : format === 'json' || format === 'ndjson'
      ? 'JSON'
      : 'text';
}

/** A choice of more rows was hardly made row by row. */
export const MOST_ROWS = 10_000;

/** Parses `3,5,17-20`: rows of a file, counted from 1 below the column names. */
function parseRows(
  name: string,
  text: string | undefined,
  problems: Problem[],
  otherwise = '',
): ReadonlySet<number> {
  const rows = new Set<number>();
  for (const part of (text ?? '').split(',')) {
    if (part.trim() === '') continue;
    const [, from, to = from] = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(part) ?? [];
    const count = Number(to) - Number(from) + 1;
    if (!(Number(from) >= 1 && count >= 1)) {
      problems.push(problem('I005', name, { expected: `${otherwise}3,5,17-20` }));
      return rows;
    }
    if (rows.size + count > MOST_ROWS) {
      problems.push(problem('V016', name, { max: MOST_ROWS }));
      return rows;
    }
    for (let row = Number(from); row <= Number(to); row++) rows.add(row);
  }
  return rows;
}
