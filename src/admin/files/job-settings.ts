import type { JobRequest, Look, LookedColumn } from '../../contract/jobs.ts';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import type { Conversion } from '../../files/formats/conversion.ts';
import { guessConversion } from '../../files/import/guess-conversion.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import { isPlaceholder } from '../../files/formats/column-names.ts';
import {
  importModes,
  type ImportMode,
  type Naming,
  type WarningsMode,
} from '../../files/import/import-parts.ts';
import { titleFields } from '../../descriptor/title.ts';
import type { Field } from '../../fields/field.ts';

/** What a column of the file is; null leaves it out, and undefined is not decided yet. */
export type ColumnChoice = { field: string | null | undefined } & Parts;

/** How its cells are written, and what they refer to. */
type Parts = Conversion & Naming;

export type JobSettings = {
  columns: ReadonlyMap<string, ColumnChoice>;
  constants: ReadonlyMap<string, string>;
  mode: ImportMode;
  key: string;
  atomic: boolean;
  /** What becomes of rows that deserve a look. */
  warnings: WarningsMode;
};

/** What somebody chose differently from what was suggested. */
export type SettingChanges = Partial<JobSettings>;

type Asker = { descriptor: Descriptor; role: string; resource: Resource };

/** In which a file of failed rows says why; an import leaves it out by itself. */
const REASONS = '_problems';

/** What is told of the file by an earlier run or a recipe, else by what it looks like, with what was changed. */
export function toSettings(
  asker: Asker,
  look: Look,
  request: JobRequest | null,
  changes: SettingChanges,
): JobSettings {
  const known = request?.mapping ?? {};
  const columns = new Map<string, ColumnChoice>();
  for (const { name, suggestion, samples } of look.columns) {
    if (name === REASONS) continue;
    const told = Object.hasOwn(known, name) ? toChoice(known[name]) : undefined;
    // What nobody named is left out by somebody, never by itself.
    const unknown = isPlaceholder(name) ? undefined : null;
    // What only its content tells is a guess, which somebody takes.
    const suggested = (suggestion?.why !== 'content' && suggestion?.field) || unknown;
    const otherwise = told ?? toColumnChoice(asker.resource, suggested, samples);
    columns.set(name, changes.columns?.get(name) ?? otherwise);
  }
  const mapped = new Set([...columns.values()].map(({ field }) => field));
  const keys = importKeys(asker.resource);
  const modes = possibleModes(asker);
  const key = changes.key ?? request?.key ?? keys.find((one) => mapped.has(one)) ?? keys[0]!;
  const canFind = keys.some((one) => mapped.has(one));
  const usual = modes.includes('upsert') && canFind ? 'upsert' : (modes[0] ?? 'create');
  return {
    columns,
    key,
    mode: changes.mode ?? request?.mode ?? usual,
    constants: changes.constants ?? new Map(Object.entries(request?.constants ?? {})),
    atomic: changes.atomic ?? request?.atomic ?? false,
    warnings: changes.warnings ?? request?.warnings ?? 'import',
  };
}

/** The choice with something of it changed; what says nothing is left out of it. */
export function changeChoice(
  choice: ColumnChoice,
  changes: { [Part in keyof Parts]?: Parts[Part] | '' | undefined },
): ColumnChoice {
  const { field, ...parts } = { ...choice, ...changes };
  const told = Object.entries(parts).filter(([, part]) => Boolean(part));
  return { field, ...(Object.fromEntries(told) as Parts) };
}

/** A column as a field, written as its samples look. */
export function toColumnChoice(
  { fields }: Resource,
  name: string | null | undefined,
  samples: LookedColumn['samples'],
): ColumnChoice {
  const field = fields.get(name ?? '');
  return { field: name, ...(field && guessConversion(field, samples)) };
}

/** What the role may do by a file; no more than it may do record by record. */
export function possibleModes({ descriptor, role, resource }: Asker): ImportMode[] {
  const may = (operation: Operation) => mayDo(descriptor, role, resource, operation);
  return importModes.filter((mode) =>
    mode === 'upsert' ? may('create') && may('update') : may(mode),
  );
}

export function toRequest(
  { columns, constants, ...rest }: JobSettings,
  layout: JobRequest['layout'],
): JobRequest {
  const mapping = Object.fromEntries(
    [...columns].flatMap(([name, { field, ...conversion }]) =>
      field === undefined ? [] : [[name, field === null ? null : { field, ...conversion }]],
    ),
  );
  return { ...rest, mapping, constants: Object.fromEntries(constants), layout: layout ?? {} };
}

/** Columns nobody named, with something in them, that are neither a field nor left out yet. */
export function undecidedColumns({ columns }: JobSettings, look: Look): string[] {
  return look.columns
    .filter(({ name, samples }) => {
      const choice = columns.get(name);
      return samples.length > 0 && choice !== undefined && choice.field === undefined;
    })
    .map(({ name }) => name);
}

/** Fields that two columns would fill. */
export function repeatedFields({ columns }: JobSettings): string[] {
  const fields = [...columns.values()].flatMap(({ field }) => field ?? []);
  return [...new Set(fields.filter((field, at) => fields.indexOf(field) !== at))];
}

function toChoice(told: NonNullable<JobRequest['mapping']>[string] | undefined): ColumnChoice {
  if (told === null || told === undefined) return { field: null };
  return typeof told === 'string' ? { field: told } : told;
}

/** The fields a new record must be given, since it has nothing in them by itself. */
export function fieldsToGive(resource: Resource): Field[] {
  return [...resource.fields.values()].filter(
    ({ required, readOnly, default: first }) => required && !readOnly && first === undefined,
  );
}

/** Those of them that a cell does not surely tell which names a record so. */
export function fieldsToGiveBeside(to: Resource, by: Naming['by']): Field[] {
  const told = new Set<string>();
  const titled = titleFields(to);
  if (by !== '_id' && titled.length === 1) told.add(titled[0]!);
  if (by === undefined || by === 'key') told.add(to.importKey);
  return fieldsToGive(to).filter(({ name }) => !told.has(name));
}
