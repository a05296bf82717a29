import { z } from 'zod';
import { encodings } from '../files/formats/encodings.ts';
import { furtherCells, type FileLayout, MOST_UNPIVOTED } from '../files/formats/file-layout.ts';
import { formatNames } from '../files/formats/formats.ts';
import { importModes, type MappedColumn, warningsModes } from '../files/import/import-parts.ts';
import type { AnswerOf } from './answer-of.ts';
import { Cells } from './cells.ts';
import { Steps } from './steps.ts';

/** A choice of more rows was hardly made row by row. */
export const MOST_ROWS = 10_000;
export const MAX_ROW = 1_048_576;

const rows = z.array(z.int().min(1)).max(MOST_ROWS);

/** Only asks for a text, because `checkImport` reports all unknown values of an import together. */
function choice<Value extends string>(values: readonly Value[], usual?: Value) {
  const text: z.ZodType<string> = z.string();
  return (text as z.ZodType<Value>).meta({ enum: values, ...(usual && { default: usual }) });
}

const column = z.string().min(1).max(1_000);

const Unpivot = z
  .strictObject({
    columns: z.array(column).min(1).max(MOST_UNPIVOTED),
    head: column,
    cell: column,
  })
  .describe(
    'Makes a row of each filled cell in these columns. The column `head` then has the name above the cell, and the column `cell` the cell. Steps and the mapping name these two.',
  );

/** How to read the file, where detection is not right; a form has these members beside those of the import. */
export const layoutMembers = {
  format: choice(formatNames).describe('The format, if it is not detected correctly.'),
  encoding: choice(encodings).describe(
    'The encoding of CSV or TSV, if it is not detected correctly.',
  ),
  isGuessed: z
    .boolean()
    .describe(
      'Whether `encoding` is only what the server has detected, so that rows whose letters may be wrong have warnings.',
    ),
  delimiter: z.string().describe('The character between two cells in CSV.'),
  headerRow: z
    .int()
    .min(0)
    .meta({ default: 1 })
    .describe(
      'The row that contains the column names. 0: there is none, and `mapping` calls the columns `A`, `B` ….',
    ),
  further: choice(['refuse', ...furtherCells], 'refuse').describe(
    'Cells beyond the last column name: a problem of their row, left out (`leaveOut`), or columns of their own (`columns`).',
  ),
  firstRow: z
    .int()
    .min(1)
    .describe('The first row with data. Default: the row below the column names.'),
  sheet: z.string().describe('The sheet of a workbook. Default: the first visible sheet.'),
  path: z
    .string()
    .describe(
      'Where a JSON object has its records: `results`, `data.items`, `*` for its members, `.` for itself. Default: its first list of objects.',
    ),
  unpivot: Unpivot,
} satisfies Record<keyof FileLayout, z.ZodType>;

/** The same members in JSON, where a number or a switch may be a text too. */
export const LayoutSettings = z
  .object({ unpivot: Unpivot.optional() })
  .catchall(z.union([z.string(), z.number(), z.boolean()]))
  .transform((layout) => layout as Partial<FileLayout>);

/**
 * Everything an import can be told. A JSON body, a form, a recipe, the import folder and the command line each become
 * these settings, and `checkImport` says what they mean for a collection and a file. Add a new setting here.
 */
export const ImportSettings = z.strictObject({
  mode: choice(importModes, 'create').optional(),
  key: z
    .string()
    .optional()
    .describe(
      'The field that identifies the record of a row, or several fields separated by commas.',
    ),
  mapping: z
    .record(z.string(), z.custom<string | null | MappedColumn>())
    .optional()
    .describe(
      '`{ "column of the file": "field" }`; null leaves a column out. Instead of a field name, ' +
        '`{ "field", "split"?, "decimal"?, "date"?, "trim"?, "empty"?, "without"?, "prefix"?, "blank"?, "write"? }` describes how the column is ' +
        'written: the separator in lists, the decimal separator, the date pattern (`DD.MM.YYYY` …), whether to ' +
        'remove spaces at both ends, the text to treat as empty (`N/A`), the unit to remove, the prefix to remove, and whether an empty ' +
        'cell clears the field (`clear`, the default) or leaves it unchanged (`leave`). `write` says which value wins: `replace` (the default), ' +
        '`fill` for empty fields only, `add` and `remove` for lists.',
    ),
  constants: z
    .record(z.string(), z.custom<string>())
    .optional()
    .describe('`{ "field": "text" }`; the same value for every row, written as in a cell.'),
  steps: Steps.optional().describe(
    '`[{ "do": "trim", "column": "CAS" }]`; what happens to the cells before they are read as fields, in this order.',
  ),
  cells: Cells.optional(),
  layout: LayoutSettings.optional(),
  dryRun: z.boolean().optional().describe('Returns the result without writing anything.'),
  atomic: z.boolean().optional().describe('Imports all rows or none.'),
  missing: z
    .strictObject({
      where: z.record(z.string(), z.unknown()),
      set: z.record(z.string(), z.custom<string>()).optional(),
    })
    .optional()
    .describe(
      '`{ "where": { … }, "set"?: { "field": "text" } }`; lists the records that match `where` and that the file ' +
        'lacks, and sets these values in them. Nothing is set if a row fails or is left out.',
    ),
  warnings: choice(warningsModes, 'import')
    .optional()
    .describe('What to do with valid rows that have warnings.'),
  leaveOut: rows.optional().describe('Rows to leave out, numbered from 1 below the column names.'),
  take: z
    .union([z.literal('all'), rows])
    .optional()
    .describe(
      'Rows in which to use the proposed value (`proposed`) instead of the one in the file.',
    ),
  recipe: z.string().optional().describe('The named recipe that the settings come from.'),
});

export type ImportSettings = AnswerOf<typeof ImportSettings>;

/** What a recipe stores of it: the choice of rows and the mended cells apply to one file only. */
export const RecipeSettings = ImportSettings.omit({
  dryRun: true,
  leaveOut: true,
  take: true,
  cells: true,
  recipe: true,
});
