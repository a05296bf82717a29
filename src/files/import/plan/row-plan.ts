import { headOf } from '../../../fields/text/head-of-path.ts';
import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { callerParams } from '../../../descriptor/permissions/caller-params.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { DUPLICATE, problem, type Problem } from '../../../fields/problems/problem.ts';
import { outsideRoleProblem } from '../../../fields/problems/problem-words.ts';
import type { FoundRecord, ImportParts } from '../import-parts.ts';
import type { ImportRun } from '../import-run.ts';
import type { NewTarget } from './missing-targets.ts';
import { keyOf, waitsForTarget } from '../row-key.ts';
import type { ReadRow } from '../rows/row-reader.ts';
import { emptyOf, checkField, settle } from '../../../descriptor/field-check.ts';
import { checkRules, hasRules } from '../../../descriptor/rules/check-rules.ts';
import type { StateWriter } from '../../../descriptor/rules/check-states.ts';
import type { LateField } from './row-references.ts';
import { stateOf } from './import-state.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { type Moment } from '../../../descriptor/expression/variables.ts';
import { defaultOf } from '../../../descriptor/filter/tokens.ts';
import { statesBefore } from '../../../descriptor/rules/states.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';

/** What will happen to a row. */
export type RowPlan = {
  read: ReadRow;
  /** The `_id` of its record, existing or new. */
  id: string;
  current?: FoundRecord | undefined;
  /** This row itself created `current` before the import was interrupted. */
  isOwn: boolean;
  /** The values to write: all of a new record, the changed ones of an existing one. */
  values: Record<string, unknown>;
  /** The defaults that a new record derives from other values. */
  derived?: Readonly<Record<string, unknown>> | undefined;
  problems: Problem[];
  /** The row is planned again then; absent: it is decided now. */
  postponedTo?: 'nextRound' | 'lastPass';
  /** Rows of the same round whose new records this row refers to, and the problem if one is not created. */
  dependsOn: { plan: RowPlan; otherwise: Problem }[];
  /** Records that must be created first, because the row refers to them. */
  recordsToCreate: NewTarget[];
};

/** For a resumed import: the records that its rows created before the interruption. */
export async function findCreatedBefore(
  run: ImportRun,
  round: readonly ReadRow[],
): Promise<ReadonlyMap<unknown, FoundRecord>> {
  if (!run.isResumed) return new Map();
  // A record that the file names may be older than the import, unless its row waited when that was broken off.
  const ids = round
    .filter(({ row, id }) => id === undefined || run.waitedBefore.has(row))
    .map(({ row, id }) => id ?? run.parts.newId(row));
  const records = await run.target.findMany(run.resource, '_id', ids);
  return new Map(records.map((record) => [record._id, record]));
}

/** Decides by mode and key whether a row creates a record or changes one. */
export function planRow(
  run: ImportRun,
  read: ReadRow,
  recordsByKey: ReadonlyMap<unknown, readonly FoundRecord[]>,
  own: ReadonlyMap<unknown, FoundRecord>,
): RowPlan {
  const id = read.id ?? run.parts.newId(read.row);
  const mine = own.get(id);
  const meant = recordsByKey.get(keyOf(run, read)) ?? [];
  const current = mine ?? meant[0];
  const problems = mine ? [] : checkMeant(run, read, meant);
  if (!current && read.id !== undefined && run.parts.reservedIds?.(run.resource).has(read.id))
    problems.push(problem('V029', '_id', { value: read.id }));
  const plan = createPlan(read, current?._id ?? id);
  return { ...plan, current, isOwn: mine !== undefined, values: { ...read.values }, problems };
}

/** An empty plan for a row and a record. */
export function createPlan(read: ReadRow, id: string): RowPlan {
  return {
    read,
    id,
    isOwn: false,
    values: {},
    problems: [],
    dependsOn: [],
    recordsToCreate: [],
  };
}

/** Checks that a row identifies what its mode allows: no existing record, or one. */
function checkMeant(run: ImportRun, read: ReadRow, meant: readonly FoundRecord[]): Problem[] {
  const { mode, key } = run.options;
  const path = requireItem(key, 0);
  const params = { key: key.join(', ') };
  if (mode === 'create') return meant.length > 0 ? key.map((name) => problem(DUPLICATE, name)) : [];
  if (meant.length > 1) return [problem('I030', path, { ...params, count: meant.length })];
  if (keyOf(run, read) === undefined) {
    // A missing reference is reported itself; until it exists, nobody knows which record the row means.
    const isOpen = run.state.is('reading') && key.some((name) => waitsForTarget(run, read, name));
    // A row without an `_id` or a number is a new record.
    const isGiven = path === '_id' || key.some((name) => isNumbered(run, name));
    const isNew = mode === 'upsert' && isGiven;
    return isOpen || isNew ? [] : [problem('I003', path, params, NO_KEY)];
  }
  return mode === 'update' && meant.length === 0 ? [problem('I004', path, params)] : [];
}

const NO_KEY =
  'choose another key (`key=a,b`, `--key a,b`), or import all rows as new records (`mode=create`, `--mode create`)';

/** Whether a row has a reference in this field. */
export function refersBy({ references }: ReadRow, name: string): boolean {
  return references.keys().some((field) => field.name === name);
}

/** Completes a plan whose references are known: with the whole of a new record, or the changes to an existing one. */
export function fillPlan(run: ImportRun, plan: RowPlan): void {
  if (plan.current) reduceToChanges(run, plan, plan.current);
  // Missing values only matter if a record would be created.
  else if (run.options.mode !== 'update') completeRecord(run, plan);
}

/** Reports the rows that the target would reject because of the role, so that a dry run reports them too. */
export async function checkRights(run: ImportRun, plans: readonly RowPlan[]): Promise<void> {
  const { parts, target, resource } = run;
  const rows = parts.rowsOf?.(resource);
  if (!rows) return;
  const now = new Date().toISOString();
  const checked = plans
    .filter((plan) => stateOf(plan) === 'ready')
    .filter(({ values }) => Object.keys(values).length > 0)
    // What is created with the row cannot be looked up yet; the target judges it.
    .filter(({ dependsOn: needs, recordsToCreate: makes }) => needs.length + makes.length === 0)
    .map((plan) => {
      const stamps = { createdAt: now, createdBy: parts.by.userId };
      const before = plan.current ?? { _id: plan.id, _version: 0, ...stamps };
      const written = { ...before, ...plan.values, updatedAt: now, updatedBy: parts.by.userId };
      const after = { ...written, ...statesBefore(resource, parts.role, before, written) };
      return { plan, before, after };
    });
  const states = checked.flatMap(({ before, after }) => [before, after]);
  const settled = async (filter: Filter | undefined) =>
    filter && (await target.settle(resource, filter, states));
  const mine = { create: await settled(rows.create), update: await settled(rows.update) };
  for (const { plan, before, after } of checked) {
    const filter = plan.current ? mine.update : mine.create;
    if (!filter) continue;
    if (plan.current && !evaluateFilter(filter, before))
      plan.problems.push(problem('A012', '', callerOf(run)));
    else if (!evaluateFilter(filter, after)) plan.problems.push(outsideRoleProblem(callerOf(run)));
  }
}

function reduceToChanges(run: ImportRun, plan: RowPlan, current: FoundRecord): void {
  for (const name of Object.keys(plan.values)) {
    plan.values[name] = settle(run.resource.fields.get(name), plan.values[name], current[name]);
    // An empty cell leaves the number to the system.
    const isOpen = plan.values[name] === null && isNumbered(run, name);
    if (isOpen || isSameValue(plan.values[name], current[name])) delete plan.values[name];
    else if (isComputed(run, name)) plan.problems.push(problem('V010', name, {}, COMPUTED));
    else if (isNumbered(run, name)) plan.problems.push(problem('V010', name, {}, NUMBERED));
    else if (!run.writable.has(name)) plan.problems.push(problem('A008', name, callerOf(run)));
  }
  const { version } = plan.read;
  const isStale = version !== undefined && version !== current._version;
  if (isStale && Object.keys(plan.values).length > 0) {
    const hint = 'remove _version from the file to overwrite the current values';
    plan.problems.push(problem('S003', '_version', {}, hint));
  }
}

/** A spreadsheet program keeps 15 of the 17 digits of a number. A number that differs only after them counts as unchanged. */
function isSameValue(read: unknown, stored: unknown): boolean {
  if (typeof read === 'number' && typeof stored === 'number')
    return read === stored || read === Number(stored.toPrecision(15));
  return isSameJson(read, stored);
}

function completeRecord(run: ImportRun, plan: RowPlan): void {
  for (const name of Object.keys(plan.values)) {
    if (run.writable.has(name)) continue;
    if (run.parts.restore && !isComputed(run, name)) continue;
    if (isNumbered(run, name)) {
      leaveNumber(run, plan, name);
      continue;
    }
    // A new record gets its own value; the one in the file belonged to another record.
    if (isComputed(run, name) || isSameJson(plan.values[name], run.blank[name]))
      delete plan.values[name];
    else plan.problems.push(problem('A008', name, callerOf(run)));
  }
  const filled = { ...plan.derived, ...plan.values };
  for (const name of run.required) {
    const isThere = filled[name] !== undefined || plan.problems.some((one) => one.path === name);
    if (!isThere) plan.problems.push(problem('V001', name));
  }
  plan.values = { ...run.blank, ...filled };
}

const COMPUTED = 'the field is computed; remove the column or leave its values unchanged';

function isComputed({ resource }: ImportRun, name: string): boolean {
  return isDerived(resource.fields.get(name));
}

const NUMBERED = 'the system gives the number; remove the column or leave its values unchanged';

function isNumbered({ resource }: ImportRun, name: string): boolean {
  return resource.fields.get(name)?.numbering !== undefined;
}

/** Roles with `all` bring numbers, as from another system. For others, a new record gets its own number. */
function leaveNumber({ parts, options }: ImportRun, plan: RowPlan, name: string): void {
  const { descriptor, role } = parts;
  const value = plan.values[name];
  if (value !== null && descriptor.roles.get(role)?.all === true) return;
  delete plan.values[name];
  if (value !== null && options.key.includes(name))
    plan.problems.push(problem('V060', name, { role }, NO_RECORD));
}

const NO_RECORD = 'leave the cell empty to create a record';

const callerOf = ({ parts }: ImportRun) => callerParams(parts.descriptor, parts.role);

/**
 * Checks whether the values of a row go together with those of its record. Rules about
 * a reference that is set later are skipped, because its value is not known yet.
 */
export function checkRowRules(run: ImportRun, plan: RowPlan, late: readonly LateField[]): void {
  const { resource, options, moment, writable, blank } = run;
  const { read, current, values, problems } = plan;
  if (!hasRules(resource)) return;
  // The row is rejected already, and only the key of the existing record was read.
  if (current && options.mode === 'create') return;
  const isGiven = (name: string) => name in read.values || refersBy(read, name);
  const { problems: ruleProblems, cleared } = checkRules({
    resource,
    writer: importWriter(run.parts, current === undefined),
    record: { ...current, ...values },
    before: current ?? { ...blank, ...plan.derived },
    moment,
    ...(current ? { changed: new Set(Object.keys(values)) } : {}),
    broken: new Set([
      ...problems.map(({ path }) => headOf(path)),
      ...late.map(({ field }) => field.name),
    ]),
    isOurs: (name) => (!current && !isGiven(name)) || !writable.has(name),
  });
  problems.push(...ruleProblems);
  for (const name of cleared) values[name] = emptyOf(requireEntry(resource.fields, name));
}

/**
 * Who imports, for the steps between states. Roles with `all` also bring records that are under way; a backup has
 * values of the past.
 */
export function importWriter(
  { descriptor, role, restore }: ImportParts,
  isNew: boolean,
): StateWriter | undefined {
  if (restore) return undefined;
  return { role, isNew, beginsAnywhere: descriptor.roles.get(role)?.all === true };
}

/** A new record before anybody fills it in: defaults, otherwise empty values; and the fields that must be given. */
export function toBlankRecord({ fields }: Resource, moment: Moment) {
  const written = [...fields.values()].filter((field) => !isDerived(field) && !field.numbering);
  const blanks = written.map((field) => [field.name, blankOf(field, moment)] as const);
  return {
    blank: Object.fromEntries(blanks.filter(([, value]) => value !== undefined)),
    required: blanks.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

function blankOf(field: Field, moment: Moment): unknown {
  const preset = defaultOf(field, moment);
  if (preset === undefined) return field.required ? undefined : emptyOf(field);
  const checked = checkField(field, preset);
  return 'problems' in checked ? undefined : checked.value;
}
