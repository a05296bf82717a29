import { writableFields } from '../../descriptor/access.ts';
import type { Resource, Stamps } from '../../descriptor/descriptor.ts';
import type { Moment } from '../../descriptor/expression/variables.ts';
import type { Field } from '../../fields/type/field.ts';
import { toBlankRecord } from './plan/row-plan.ts';
import type {
  ImportOptions,
  ImportParts,
  ImportProgress,
  ImportTarget,
  RowOutcome,
} from './import-parts.ts';
import { type FieldWrites, toFieldWrites } from './rows/cell-writes.ts';
import type { FileSource } from './write/place-files.ts';
import { countReference, createImportSummary, type ImportSummary } from './import-summary.ts';
import type { ImportState } from './plan/import-state.ts';
import { createTargetMaker, type NewTarget, type TargetMaker } from './plan/missing-targets.ts';
import {
  createReferenceFinder,
  type Namings,
  type ReferenceFinder,
} from './plan/reference-finder.ts';
import type { RowProblem } from './rows/row-outcome.ts';
import { createSeenKeys, type SeenKeys } from './row-key.ts';

/** The import of one file, from its first row to its last: its options, and its state so far. */
export type ImportRun = {
  parts: ImportParts;
  target: ImportTarget;
  resource: Resource;
  options: ImportOptions;
  finder: ReferenceFinder;
  maker: TargetMaker;
  summary: ImportSummary;
  writable: ReadonlySet<string>;
  /** What the cells of a field do to the value of the record; absent: they replace it. */
  writes: FieldWrites;
  /** The moment by which tokens in defaults and rules are resolved, the same for all rows. */
  moment: Moment;
  /** A new record before a row fills it: defaults, else empty; without the fields a row must bring. */
  blank: Readonly<Record<string, unknown>>;
  required: readonly string[];
  /** The unique fields, except the key of the import. */
  unique: readonly string[];
  /** The state of the whole import, which the runs of all its files share. */
  state: ImportState;
  /** The rows of this file in the state `waiting`; they are tried again on the last pass. */
  waiting: Set<number>;
  /** The keys by which earlier rows of the file identified their records. */
  seen: SeenKeys;
  observe: ((outcome: RowOutcome) => void) | undefined;
  /** What precedes the fields of a child list where they are reported: `orderLines.`. */
  prefix: string;
  /** Records may exist from before an interruption, under the IDs that their rows give. */
  isResumed: boolean;
  /** The rows that were waiting at the interruption. */
  waitedBefore: ReadonlySet<number>;
  late: LateReference[];
  /** The files that come with the rows. */
  files: FileSource | undefined;
};

/** A reference set after its record was written, since both wait for each other. */
export type LateReference = {
  row: number;
  id: string;
  field: Field;
  written: unknown;
  counted: 'created' | 'updated';
  changes: RowOutcome['changes'];
  /** The column of the file that contains it. */
  column: string;
  stamps: Stamps | undefined;
  place: { row: number; line?: number; warnings?: readonly RowProblem[] };
};

type Start = Pick<
  ImportRun,
  'parts' | 'target' | 'resource' | 'options' | 'state' | 'observe' | 'isResumed' | 'files'
> & { prefix?: string; from?: NonNullable<ImportProgress['from']> | undefined };

export function createImportRun({ from, prefix = '', ...start }: Start): ImportRun {
  const { parts, target, resource, options } = start;
  const { key } = options;
  const fields = [...resource.fields.values()];
  const moment: Moment = {
    now: new Date(),
    userId: parts.by.userId,
    timeZone: resource.timeZone,
  };
  const namings = namingsOf(options);
  const finder = createReferenceFinder(parts, target, namings);
  const summary = createImportSummary(from?.summary);
  const noteNew = (one: NewTarget): void => {
    countReference(summary, one.resource.name);
    for (const { field, written } of one.names) finder.remember(field, written, one.id);
  };
  const waitedBefore = new Set(from?.waiting.map(({ row }) => row));
  return {
    ...start,
    prefix,
    waitedBefore,
    finder,
    maker: createTargetMaker({
      parts,
      target,
      namings,
      moment,
      made: noteNew,
      guess: guessOf(options),
    }),
    summary,
    writes: toFieldWrites(options.mapping),
    moment,
    writable: new Set(writableFields(parts.descriptor, parts.role, resource)),
    ...toBlankRecord(resource, moment),
    unique: fields
      .filter((field) => field.unique && !(key.length === 1 && field.name === key[0]))
      .map((field) => field.name),
    waiting: new Set(waitedBefore),
    seen: createSeenKeys(),
    late: [],
  };
}

function guessOf({ layout }: ImportOptions): string | undefined {
  return layout?.isGuessed ? layout.encoding : undefined;
}

/** The naming of each mapped field; two columns never map to the same field. */
function namingsOf({ mapping }: ImportOptions): Namings {
  return new Map([...mapping.values()].flatMap((to) => (to ? [[to.field, to] as const] : [])));
}
