import type { InspectedColumn, Inspection, JobRequest } from '../../contract/jobs.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import type { Conversion } from '../../files/formats/conversion.ts';
import type { Writing } from '../../files/import/rows/cell-writes.ts';
import { guessConversion } from '../../files/import/suggest/guess-conversion.ts';
import { conversionAfter } from '../../files/import/rows/after-steps.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import { findFileField } from '../../files/import/rows/list-columns.ts';
import type { Step } from '../../files/steps/step.ts';
import { isPlaceholder } from '../../files/formats/column-names.ts';
import {
  importModes,
  type ImportMode,
  type Naming,
  type WarningsMode,
} from '../../files/import/import-parts.ts';
import { cellsOf } from './columns/sample-cells.ts';
import type { Cell } from '../../files/formats/table-rows.ts';
import { titleFields } from '../../descriptor/title.ts';
import type { Field } from '../../fields/type/field.ts';
import { toSentStep, toSentSteps } from './steps/step-drafts.ts';

/** The field that a column of the file maps to; null leaves the column out, and undefined is not decided yet. */
export type ColumnChoice = { field: string | null | undefined } & Parts;

/** How the cells of a column are written, and how they name the records they refer to. */
type Parts = Conversion & Naming & Writing;

export type JobSettings = {
  columns: ReadonlyMap<string, ColumnChoice>;
  constants: ReadonlyMap<string, string>;
  /** What changes cells before they are read; a step may still lack a part. */
  steps: readonly Step[];
  mode: ImportMode;
  key: string;
  atomic: boolean;
  /** What happens to the records that the file lacks; absent: nothing. */
  missing?: MissingSettings | undefined;
  /** What happens to rows with warnings. */
  warnings: WarningsMode;
};

type MissingSettings = {
  where: Missing['where'];
  /** A condition has no value yet, so an import would look among more records than the user wants. */
  isUnfinished?: boolean;
  /** Absent: they are only listed. The text as in a cell, which is empty to clear the field; null is not chosen yet. */
  set?: Readonly<Record<string, string | null>> | undefined;
};

type Missing = NonNullable<JobRequest['missing']>;

/** What the user changed in the suggested settings. */
export type SettingChanges = Partial<JobSettings>;

type Asker = { descriptor: Descriptor; role: string; resource: Resource };

/** The column in which a file of failed rows gives the reasons. An import always leaves it out. */
const REASONS = '_problems';

/** What the user changed, else the settings of an earlier run or a recipe, else what the file suggests. */
export function toSettings(
  asker: Asker,
  inspection: Inspection,
  request: JobRequest | null,
  changes: SettingChanges,
): JobSettings {
  const {
    steps = [],
    constants = new Map<string, string>(),
    ...chosen
  } = { ...toChanges(request), ...changes };
  const columns = new Map(
    inspection.columns
      .filter(({ name }) => name !== REASONS)
      .map((column) => {
        const { name } = column;
        const saved = mappedChoice(request?.mapping, name) ?? suggestedChoice(asker, column);
        return [name, conversionAfter(steps, name, changes.columns?.get(name) ?? saved)];
      }),
  );
  const filled = { columns, constants };
  return {
    ...usualSettings(asker, filled),
    atomic: false,
    warnings: 'import',
    ...chosen,
    ...filled,
    steps,
  };
}

/** The settings of a request, without its columns. */
function toChanges(request: JobRequest | null): SettingChanges {
  const { mode, key, atomic, missing, warnings, steps, constants } = request ?? {};
  return {
    ...(mode && { mode }),
    ...(key && { key }),
    ...(atomic && { atomic }),
    ...(missing && { missing }),
    ...(warnings && { warnings }),
    ...(steps && { steps }),
    ...(constants && { constants: new Map(Object.entries(constants)) }),
  };
}

/** How rows find records, and what they do with them, if nobody has said it. */
function usualSettings(asker: Asker, filled: Pick<JobSettings, 'columns' | 'constants'>) {
  const mapped = new Set([...filled.columns.values()].map(({ field }) => field));
  const keys = importKeys(asker.resource);
  const modes = possibleModes(asker);
  const mappedKey = keys.find((one) => one.split(',').every((name) => mapped.has(name)));
  // A list of keys alone can only find records: none of its rows could create one.
  const canCreate = missingFields(asker.resource, filled).length === 0;
  const preferred: ImportMode = canCreate ? 'upsert' : 'update';
  const isPossible = mappedKey !== undefined && modes.includes(preferred);
  return {
    key: mappedKey ?? requireItem(keys, 0),
    mode: isPossible ? preferred : (modes[0] ?? 'create'),
  };
}

/** What the file suggests for a column. */
function suggestedChoice(asker: Asker, column: InspectedColumn): ColumnChoice {
  const { name, suggestion } = column;
  // Only the user leaves out a column without a name; it never happens automatically.
  const unknown = isPlaceholder(name) ? undefined : null;
  // A suggestion made from the content alone is a guess, which the user has to accept.
  const suggested = (suggestion?.why !== 'content' && suggestion?.field) || unknown;
  const find = (path: string) => findFileField(asker, asker.resource, path);
  return toColumnChoice(find, suggested, cellsOf(column));
}

/** The choice with the changes made; parts without a value are dropped. */
export function changeChoice(
  choice: ColumnChoice,
  changes: { [Part in keyof Parts]?: Parts[Part] | '' | undefined },
): ColumnChoice {
  const { field, ...parts } = { ...choice, ...changes };
  const filled = Object.entries(parts).filter(([, part]) => Boolean(part));
  return { field, ...(Object.fromEntries(filled) as Parts) };
}

/** Maps a column to a field and guesses from the samples how its cells are written. */
export function toColumnChoice(
  find: (path: string) => Field | undefined,
  name: string | null | undefined,
  samples: readonly Cell[],
): ColumnChoice {
  const field = find(name ?? '');
  return { field: name, ...(field && guessConversion(field, samples)) };
}

/** The modes the role may import in: a file allows no more than the same writes record by record. */
export function possibleModes({ descriptor, role, resource }: Asker): ImportMode[] {
  const may = (operation: Operation) => mayDo(descriptor, role, resource, operation);
  return importModes.filter((mode) =>
    mode === 'upsert' ? may('create') && may('update') : may(mode),
  );
}

export function toRequest(
  { columns, constants, steps, missing, ...rest }: JobSettings,
  layout: JobRequest['layout'],
): JobRequest {
  const mapping = Object.fromEntries(
    [...columns].flatMap(([name, { field, ...conversion }]) =>
      field === undefined ? [] : [[name, field === null ? null : { field, ...conversion }]],
    ),
  );
  return {
    ...rest,
    mapping,
    constants: Object.fromEntries(constants),
    ...(missing && rest.mode !== 'create' && { missing: toSentMissing(missing) }),
    ...(steps.length > 0 && { steps: toSentSteps(steps).map(({ sent }) => sent) }),
    layout: layout ?? {},
  };
}

/** A field that nobody has chosen a value for is not sent. */
function toSentMissing({ where, set = {} }: MissingSettings): Missing {
  const values = Object.entries(set).flatMap(([name, text]) =>
    text === null ? [] : [[name, text]],
  );
  return { where, ...(values.length > 0 && { set: Object.fromEntries(values) }) };
}

/** What the user has yet to enter for the records that the file lacks. */
export function gapsOfMissing({ mode, missing }: JobSettings): ('scope' | 'field' | 'value')[] {
  if (!missing || mode === 'create') return [];
  const texts = missing.set && Object.values(missing.set);
  return [
    ...(missing.isUnfinished ? (['scope'] as const) : []),
    ...(texts?.length === 0 ? (['field'] as const) : []),
    ...(texts?.includes(null) ? (['value'] as const) : []),
  ];
}

/** Whether a dry run with these settings can start. */
export function isReady(
  settings: JobSettings,
  inspection: Inspection,
  resource: Resource,
): boolean {
  return (
    inspection.problems.length === 0 &&
    fieldsToMap(resource, settings).length === 0 &&
    repeatedFields(settings).length === 0 &&
    settings.steps.every(toSentStep) &&
    gapsOfMissing(settings).length === 0 &&
    undecidedColumns(settings, inspection).length === 0
  );
}

/** Columns without a name that hold values and are neither mapped to a field nor left out yet. */
export function undecidedColumns({ columns }: JobSettings, inspection: Inspection): string[] {
  return inspection.columns
    .filter(({ name, samples }) => {
      const choice = columns.get(name);
      return samples.length > 0 && choice !== undefined && choice.field === undefined;
    })
    .map(({ name }) => name);
}

/** How many columns are mapped, left out, and still to decide. */
export function countColumns(settings: JobSettings, inspection: Inspection) {
  const choices = inspection.columns.flatMap(({ name }) => settings.columns.get(name) ?? []);
  return {
    all: choices.length,
    mapped: choices.filter(({ field }) => typeof field === 'string').length,
    leftOut: choices.filter(({ field }) => field === null).length,
    undecided: undecidedColumns(settings, inspection).length,
  };
}

/** Fields that two columns would fill. */
export function repeatedFields({ columns }: JobSettings): string[] {
  const fields = [...columns.values()].flatMap(({ field }) => field ?? []);
  return [...new Set(fields.filter((field, at) => fields.indexOf(field) !== at))];
}

/** The choice for a column in a request; undefined if the request does not mention the column. */
function mappedChoice(mapping: JobRequest['mapping'], name: string): ColumnChoice | undefined {
  if (!mapping || !Object.hasOwn(mapping, name)) return undefined;
  const to = mapping[name];
  return typeof to === 'string' ? { field: to } : (to ?? { field: null });
}

/** The fields a new record must be given, because they have no default. */
function requiredFields(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    ({ required, readOnly, default: first }) => required && !readOnly && first === undefined,
  );
}

/** The names of the fields that every row needs a value for. */
export function requiredNames(resource: Resource, { mode }: JobSettings): ReadonlySet<string> {
  const fields = mode === 'update' ? [] : requiredFields(resource);
  return new Set(fields.filter(({ when }) => !when?.shown).map(({ name }) => name));
}

/** Those of them that neither a column nor a fixed value fills. */
function missingFields(
  resource: Resource,
  { columns, constants }: Pick<JobSettings, 'columns' | 'constants'>,
): Field[] {
  // A column for a field behind a reference fills the reference.
  const filled = new Set([...columns.values()].map(({ field }) => field?.split('.', 1)[0]));
  return requiredFields(resource).filter(
    ({ name, when }) => !when?.shown && !filled.has(name) && !constants.get(name),
  );
}

/** The missing fields without which no row could create a record. */
export function fieldsToMap(resource: Resource, settings: JobSettings): Field[] {
  return settings.mode === 'update' ? [] : missingFields(resource, settings);
}

/** Those of the required fields that the cell naming the record does not fill for certain. */
export function fieldsNeedingDefaults(to: Resource, by: Naming['by']): Field[] {
  const targets = new Set<string>();
  const titled = titleFields(to);
  if (by !== '_id' && titled.length === 1) targets.add(requireItem(titled, 0));
  if (by === undefined || by === 'key') to.importKey.forEach((name) => targets.add(name));
  return requiredFields(to).filter(({ name }) => !targets.has(name));
}
