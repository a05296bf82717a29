import { encodings } from '../../files/formats/encodings.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { formatNames } from '../../files/formats/formats.ts';
import { problem, type Problem } from '../../fields/problem.ts';

/** The parts of an import that say how its file is to be read, where that is not as it looks. */
export const layoutParts = ['format', 'encoding', 'delimiter', 'headerRow', 'firstRow', 'sheet'];

/** What is said comes before what was found in the file. */
export function parseLayout(
  fields: ReadonlyMap<string, string>,
  found: FileLayout,
): { layout: FileLayout } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const said = (name: string): string | undefined => fields.get(name) || undefined;
  const oneOf = <Value extends string>(
    name: string,
    values: readonly Value[],
    otherwise: Value,
  ) => {
    const text = said(name);
    if (text === undefined) return otherwise;
    const value = values.find((each) => each === text);
    if (value === undefined) problems.push(problem('I005', name, { expected: values.join(', ') }));
    return value ?? otherwise;
  };
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
  const layout: FileLayout = {
    format: oneOf('format', formatNames, found.format),
    encoding: oneOf('encoding', encodings, found.encoding),
    delimiter,
    headerRow,
    firstRow: rowNumber('firstRow', headerRow + 1, headerRow + 1),
    ...(sheet === undefined ? {} : { sheet }),
  };
  if (isOther(layout, found)) {
    problems.push(problem('I005', 'format', { expected: found.format }));
  }
  return problems.length > 0 ? { problems } : { layout };
}

const MAX_ROW = 1_048_576;

/** A workbook is no text, and a text no workbook; JSON was looked through as JSON, or not. */
function isOther({ format }: FileLayout, found: FileLayout): boolean {
  return kindOf(format) !== kindOf(found.format);
}

function kindOf(format: FileLayout['format']): string {
  return format === 'xlsx'
    ? 'workbook'
    : format === 'json' || format === 'ndjson'
      ? 'JSON'
      : 'text';
}
