import type { FileLayout } from '../formats/file-layout.ts';
import type { Confidence } from '../formats/guess-encoding.ts';
import { formats, isNamedLines } from '../formats/formats.ts';
import type { ColumnMapping, MappedColumn } from './import-parts.ts';
import { columnsAfter, columnsOfStep, type Step } from '../steps/step.ts';

/** The parts of saved settings that name columns of a file. */
type Named = {
  mapping?: Readonly<Record<string, unknown>> | undefined;
  steps?: readonly Step[] | undefined;
};

/** The columns that saved settings read, as fields or in steps, and that a file does not have. */
export function missingColumns(
  { mapping = {}, steps = [] }: Named,
  columns: readonly string[],
): string[] {
  const had = new Set(columns);
  const missing = new Set<string>();
  for (const step of steps) {
    const { from, to } = columnsOfStep(step);
    for (const name of from) if (!had.has(name)) missing.add(name);
    for (const name of to) had.add(name);
  }
  const after = new Set(columnsAfter(columns, steps));
  for (const [name, to] of Object.entries(mapping))
    if (to !== null && !after.has(name)) missing.add(name);
  return [...missing];
}

/** The saved mapping, as an import reads it. */
export function toColumnMapping(
  mapping: Readonly<Record<string, string | null | MappedColumn>> = {},
): ColumnMapping {
  return new Map(
    Object.entries(mapping).map(([column, to]) => [
      column,
      typeof to === 'string' ? { field: to } : to,
    ]),
  );
}

type Found = {
  name: string;
  layout: FileLayout;
  confidence?: Confidence | undefined;
  sheets?: readonly string[] | undefined;
};

/**
 * What saved settings say about the layout of another file: the columns that become rows; the rows of a table, its
 * separator and its sheet, if the file can have them. A chosen encoding decides where that of the file is not sure; a guess never does.
 */
export function layoutFor(saved: Partial<FileLayout> = {}, file: Found): Partial<FileLayout> {
  const { format, path, unpivot } = saved;
  const named = unpivot && { unpivot };
  const isOfTable = format === undefined || formats[format].isTable;
  if (formats[file.layout.format].isTable)
    return { ...(isOfTable && tableLayoutFor(saved, file)), ...named };
  // The file of failed rows of an object has lines.
  const hasPath = !isOfTable && path !== undefined && !isNamedLines(file.name);
  return { ...(hasPath && { path }), ...named };
}

function tableLayoutFor(
  saved: Partial<FileLayout>,
  { layout: { format }, confidence = 'sure', sheets = [] }: Found,
): Partial<FileLayout> {
  const { headerRow, firstRow, further, sheet } = saved;
  const isText = format !== 'xlsx' && saved.format !== 'xlsx';
  return {
    ...(headerRow !== undefined && { headerRow }),
    ...(firstRow !== undefined && { firstRow }),
    ...(further !== undefined && { further }),
    ...(isText && textLayoutFor(saved, format, confidence)),
    ...(sheet !== undefined && sheets.includes(sheet) && { sheet }),
  };
}

function textLayoutFor(
  { format, delimiter, encoding, isGuessed }: Partial<FileLayout>,
  fileFormat: FileLayout['format'],
  confidence: Confidence,
): Partial<FileLayout> {
  const isAlike = format === undefined || format === fileFormat;
  const isChosen = encoding !== undefined && isGuessed !== true;
  return {
    ...(isAlike && delimiter !== undefined && { delimiter }),
    ...(confidence !== 'sure' && isChosen && { encoding, isGuessed: false }),
  };
}
