import { writableFields } from '../descriptor/access.ts';
import type { Resource } from '../descriptor/descriptor.ts';
import { defaultOf } from '../descriptor/default-of.ts';
import { checkField, emptyOf } from '../descriptor/field-check.ts';
import type { Moment } from '../descriptor/tokens.ts';
import type { Field } from '../fields/field.ts';
import type {
  ImportOptions,
  ImportParts,
  ImportProgress,
  ImportTarget,
  RowOutcome,
} from './import-parts.ts';
import { createSummary, type ImportSummary } from './import-summary.ts';
import { createReferenceFinder, type ReferenceFinder } from './reference-finder.ts';

/** The import of one file, from its first row to its last: what is asked for, and what was seen so far. */
export type ImportRun = {
  parts: ImportParts;
  target: ImportTarget;
  resource: Resource;
  options: ImportOptions;
  finder: ReferenceFinder;
  summary: ImportSummary;
  writable: ReadonlySet<string>;
  /** What tokens in defaults and rules stand for, from the first row to the last. */
  moment: Moment;
  /** A new record before a row fills it: defaults, else empty; without the fields a row must bring. */
  blank: Readonly<Record<string, unknown>>;
  required: readonly string[];
  /** Fields whose values no two records share, besides the key of the import. */
  unique: readonly string[];
  /** Resources whose records may still come: this one, and those of files yet to be read. */
  pending: ReadonlySet<string>;
  /** Rows that refer to records not there yet; looked at again when all files were read. */
  waiting: Set<number>;
  /** By resource: the keys of the waiting rows of all files, for rows that wait for each other. */
  waitingKeys: Map<string, Set<string>>;
  isLastLook: boolean;
  observe: ((outcome: RowOutcome) => void) | undefined;
  /** Records of it may be there from before it was broken off, under the ids their rows give. */
  isResumed: boolean;
  late: LateReference[];
};

/** A reference set after its record was written, since both wait for each other. */
export type LateReference = {
  row: number;
  id: string;
  field: Field;
  written: unknown;
  counted: 'created' | 'updated';
  changes: RowOutcome['changes'];
  /** The column of the file it stood in. */
  column: string;
};

type Start = Pick<
  ImportRun,
  'parts' | 'target' | 'resource' | 'options' | 'pending' | 'waitingKeys' | 'observe'
> & { from?: NonNullable<ImportProgress['from']> | undefined };

export function createImportRun({ from, ...start }: Start): ImportRun {
  const { parts, target, resource, options } = start;
  const { key } = options;
  const fields = [...resource.fields.values()];
  const moment: Moment = { now: new Date(), userId: parts.by.userId };
  const written = fields.filter(({ computed }) => computed === undefined);
  const blanks = written.map((field) => [field.name, blankOf(field, moment)] as const);
  return {
    ...start,
    finder: createReferenceFinder(parts, target),
    summary: from?.summary ?? createSummary(),
    moment,
    writable: new Set(writableFields(parts.descriptor, parts.role, resource)),
    blank: Object.fromEntries(blanks.filter(([, value]) => value !== undefined)),
    required: blanks.filter(([, value]) => value === undefined).map(([name]) => name),
    unique: fields
      .filter((field) => field.unique && !(key.length === 1 && field.name === key[0]))
      .map((field) => field.name),
    waiting: new Set(from?.waiting.map(({ row }) => row)),
    isLastLook: false,
    isResumed: from !== undefined,
    late: [],
  };
}

function blankOf(field: Field, moment: Moment): unknown {
  const preset = defaultOf(field, moment);
  if (preset === undefined) return field.required ? undefined : emptyOf(field);
  const checked = checkField(field, preset);
  return 'problems' in checked ? undefined : checked.value;
}
