import { z } from 'zod';
import type { Operation } from '../descriptor/descriptor.ts';
import type { FileLayout } from '../files/formats/file-layout.ts';
import type { AnswerOf } from './answer-of.ts';
import { MendedCell } from './cells.ts';
import type { ImportSettings } from './import-settings.ts';
import { count, moment, next, nullableMoment, nullableText, text } from './parts.ts';
import { ProblemItem } from './problem.ts';
import { BulkSummary, fileProblem } from './summary.ts';

export const jobStates = [
  'uploaded',
  'running',
  'rehearsed',
  'done',
  'failed',
  'cancelled',
  'interrupted',
  'undone',
] as const;

export type JobState = (typeof jobStates)[number];

/**
 * What jobs do, each with the right that its owner needs to see it and to go on with it. The right to undo is checked for
 * each change.
 */
export const jobKinds = {
  import: 'import',
  export: 'export',
  undo: undefined,
} as const satisfies Record<string, Operation | undefined>;

export type JobKind = keyof typeof jobKinds;

/** The settings that a job ran with; a recipe stores some of them. Undos have settings of their own. */
export type JobRequest = ImportSettings & {
  undo?: boolean;
  /** The change set in which the import is undone. */
  undoSet?: string;
  /** The change set to undo, or everything a person changed in a period. */
  changeSet?: string;
  by?: string;
  from?: string;
  to?: string;
  resource?: string;
  /** Also records that were changed since. */
  overwrite?: boolean;
};

const layout = z.custom<FileLayout>().meta({ type: 'object' });
export const request = z.custom<JobRequest>().meta({ type: 'object' });

const confidence = z.enum(['sure', 'likely', 'weak']);

const JobFile = z
  .object({
    name: text,
    size: count,
    hash: text,
    layout,
    confidence: confidence.optional().describe('How reliably the encoding was detected.'),
    sheets: z.array(text).optional(),
    archive: z
      .object({ size: count, files: count })
      .optional()
      .describe(
        'For a ZIP: its bytes, and its files besides the table. `size` is that of the table.',
      ),
    isRetry: z
      .boolean()
      .optional()
      .describe('Whether these are the failed rows of another import.'),
    rows: count.optional().describe('The number of rows, once a dry run has counted them.'),
  })
  .describe('Name, size, hash and layout of the file.');

/** An import, an export or an undo. The ID of an undo is that of its change set. */
export const Job = z.object({
  id: text,
  kind: z.enum(Object.keys(jobKinds) as JobKind[]),
  resource: text,
  createdBy: text,
  apiKey: nullableText.describe('The `id` of the API key that it was made with.'),
  workbook: nullableText.describe('For a sheet of a workbook: the job that brought the file.'),
  createdAt: moment,
  state: z
    .enum(jobStates)
    .describe('`interrupted`: the server stopped during the job; it can be resumed.'),
  file: JobFile,
  request: request
    .nullable()
    .describe('The options of the last run. Lists of jobs leave out `cells`.'),
  summary: BulkSummary.partial()
    .required({ total: true })
    .nullable()
    .describe('Exports have only the total. Lists of jobs leave out `problems`.'),
  doneRow: count,
  doneBytes: count,
  startedAt: nullableMoment,
  endedAt: nullableMoment,
  failure: nullableText.describe('Find the reason for the failure in the log under this ID.'),
  reason: ProblemItem.nullable().describe('The problem that stopped the job.'),
});

export type Job = AnswerOf<typeof Job>;
export type JobFile = AnswerOf<typeof JobFile>;

export const Jobs = z.object({
  data: z.array(Job),
  next,
  limits: z
    .object({
      fileBytes: count,
      workbookBytes: count,
      recordBytes: count,
      columns: count,
      problems: count,
      failedRows: count,
      otherRows: count,
      fileKeptDays: count,
    })
    .describe('The limits of an import.'),
});

export type Jobs = AnswerOf<typeof Jobs>;

/** The options for importing files with certain columns. */
export const Recipe = z.object({
  id: text,
  resource: text,
  name: text,
  owner: text,
  ownerName: nullableText.describe('`null` if the caller may not see the names of users.'),
  named: z.boolean().describe('Somebody saved it; `false`: the settings of the last import.'),
  shared: z
    .union([z.boolean(), z.array(text)])
    .describe('`true`: with all who may import into the collection; a list: with these roles.'),
  watched: z.boolean().describe('Files in the import folder are imported with it.'),
  version: count.describe('Also the `ETag`. Each change counts one more.'),
  usedAt: moment,
  request,
});

export type Recipe = AnswerOf<typeof Recipe>;

export const Recipes = z.object({ data: z.array(Recipe) });

const cell = z.union([text, z.number(), z.boolean(), z.null()]);

const InspectedColumn = z.object({
  name: text,
  samples: z.array(cell),
  areDates: z
    .boolean()
    .optional()
    .describe('Whether all samples are dates of a workbook, which belong to no time zone.'),
  suggestion: z
    .object({ field: text, why: z.enum(['name', 'past', 'alias', 'label', 'likeness', 'content']) })
    .nullable()
    .describe('`past`: an earlier import mapped a column of this name to it.'),
  cleaning: z
    .object({
      cells: count.describe('The first cells with a value, among which the others are counted.'),
      prefix: text.optional().describe('The beginning of an address that all of them share.'),
      empty: z
        .object({ sign: text, count })
        .optional()
        .describe('The most frequent sign for an unknown value, such as `NA`.'),
    })
    .optional()
    .describe('What the cells probably need before a field reads them.'),
});

export type InspectedColumn = AnswerOf<typeof InspectedColumn>;

/** What a step does with the first rows of the file. */
const StepPreview = z.object({
  changed: count,
  warnings: count,
  missing: z.array(text).describe('Columns that the step reads and the file does not have.'),
  from: z.array(text).describe('The columns that it reads.'),
  to: z.array(text).describe('The columns that it writes.'),
  rows: z
    .array(
      z.object({
        row: count,
        from: z.array(cell),
        to: z.array(cell),
        problems: z.array(ProblemItem),
      }),
    )
    .max(10)
    .describe(
      'The first rows that it cannot read, of which at least five are shown, and the first that it changes; else the first rows.',
    ),
});

export type StepPreview = AnswerOf<typeof StepPreview>;

const ColumnPreview = z.object({
  column: text,
  field: text,
  refused: count.describe('How many different cells of the first rows the field refuses.'),
  isChanged: z
    .boolean()
    .describe('Whether the field refuses one of `cells`, or has another text than it.'),
  cells: z
    .array(
      z.object({
        row: count,
        from: cell.describe('As in the file, before the steps.'),
        to: z.unknown().optional().describe('The value; absent: the field stays as it is.'),
        problems: z.array(ProblemItem),
      }),
    )
    .max(3)
    .describe('Some different cells, refused ones first.'),
});

export type ColumnPreview = AnswerOf<typeof ColumnPreview>;

/** The content of a file, before anything is imported. */
export const Inspection = z.object({
  layout,
  encoding: z.object({
    guess: z.custom<FileLayout['encoding']>().meta({ type: 'string' }),
    confidence,
  }),
  sheets: z.array(text),
  lines: z.array(z.object({ line: count, cells: z.array(cell) })),
  columns: z.array(InspectedColumn).describe('The columns after the steps.'),
  steps: z.array(StepPreview),
  stepRows: z
    .object({ count, isWhole: z.boolean() })
    .describe('How many rows the previews count; whether these are all rows of the file.'),
  values: z
    .array(ColumnPreview)
    .optional()
    .describe('With `mapping`: what the cells of the first 100 rows become.'),
  unpivot: z
    .array(text)
    .optional()
    .describe('Neighbouring columns in which each cell is probably a record.'),
  recipe: Recipe.nullable(),
  problems: z.array(ProblemItem).describe('Problems of the column names, which affect every row.'),
});

export type Inspection = AnswerOf<typeof Inspection>;

const RowProblem = ProblemItem.extend(fileProblem);

/** A row in the file of a job, and its outcome. */
const JobRow = z.object({
  row: count,
  outcome: text,
  line: count.optional(),
  source: z
    .object({ row: count, column: text })
    .optional()
    .describe('With `unpivot`: the row and the column of the cell in the file.'),
  id: text.optional(),
  resource: text.optional().describe('Undos only: the collection of the record.'),
  names: z.array(text).optional(),
  mended: z.array(MendedCell).optional().describe('The cells that were mended.'),
  stepped: z.array(MendedCell).optional().describe('The cells that steps have changed.'),
  changes: z
    .array(z.object({ field: text, old: z.unknown().optional(), new: z.unknown() }))
    .optional(),
  problems: z
    .array(RowProblem)
    .optional()
    .describe(
      'Each with its column, its value, and `proposed` if another value was probably meant.',
    ),
  warnings: z
    .array(RowProblem)
    .optional()
    .describe('The same for warnings, which do not stop a row.'),
});

export type JobRow = AnswerOf<typeof JobRow>;

export const JobRows = z.object({
  data: z.array(JobRow),
  next: z.int().nullable(),
  total: count.nullable().describe('The number of kept rows on all pages; only on the first page.'),
});

const ProblemCount = ProblemItem.extend({ column: text, count });

export const JobProblems = z.object({
  data: z.array(ProblemCount),
  fields: z
    .array(z.object({ field: text, count }))
    .describe('How many of the kept rows change each field.'),
});

export type JobProblems = AnswerOf<typeof JobProblems>;
