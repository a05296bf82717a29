import { checkField } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/type/field.ts';
import { readKey, writeKey } from '../../../fields/text/written-key.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { ImportRun } from '../import-run.ts';
import { canonicalValue } from './find-by-title.ts';
import type { Outlook } from './import-state.ts';
import { targetResourceOf, writtenKeys, type Target } from './reference-finder.ts';
import type { RowPlan } from './row-plan.ts';
import { keepsValue } from '../rows/cell-writes.ts';

/** The new records of a round, by every name a reference may use. */
type NewRecords = ReadonlyMap<string, RowPlan>;

export function newRecordNames(run: ImportRun, plans: readonly RowPlan[]): NewRecords {
  const names = new Map<string, RowPlan>();
  for (const plan of plans) {
    if (!plan.current) for (const name of recordNames(run, plan)) names.set(name, plan);
  }
  return names;
}

/** The import key and the `_id` of a row's record, by which other rows may refer to it. */
export function recordNames(run: ImportRun, plan: RowPlan): string[] {
  const { fields, importKey } = run.resource;
  const names = importKey.map((name) => {
    const field = fields.get(name);
    return (field && plan.read.references.get(field)) ?? plan.values[name];
  });
  const isName = names.every((name) => typeof name === 'string' || typeof name === 'number');
  return isName ? [plan.id, writeKey(names.map(String))] : [plan.id];
}

/** A field that can only be set after the record it refers to is written. */
export type LateField = { field: Field; written: unknown };

/**
 * Puts the `_id`s of referenced records into a plan. If a record does not exist yet
 * but may come with a later row, the row waits. On the last pass, rows that wait for
 * each other are written without the reference, which is set afterwards.
 */
export function placeReferences(
  run: ImportRun,
  plan: RowPlan,
  created: NewRecords,
  { makes = true }: { makes?: boolean } = {},
): LateField[] {
  const late: LateField[] = [];
  for (const [field, written] of plan.read.references) {
    if (keepsValue(run, plan, field.name)) continue;
    const nameless = run.maker.checkNamed(field, written, plan.read);
    if (nameless) {
      plan.problems.push(nameless);
      continue;
    }
    const missing: string[] = [];
    const problems: Problem[] = [];
    const place = (item: unknown, path: string): unknown => {
      if (writtenKeys(item).length === 0) return item;
      const name = item as string | number;
      const otherwise = problem('V014', path, { value: name });
      const target =
        findTarget(run, plan, created, { field, name, otherwise }) ??
        (makes && run.writes.get(field.name) !== 'remove'
          ? makeTarget(run, plan, field, name)
          : undefined);
      if (target === undefined) {
        missing.push(String(name));
        problems.push(otherwise);
        return item;
      }
      if ('problem' in target) problems.push({ ...target.problem, path });
      return 'id' in target ? target.id : item;
    };
    const value = Array.isArray(written)
      ? written.map((item, at) => place(item, `${field.name}.${at}`))
      : place(written, field.name);

    if (problems.length === 0) placeValue(plan, field, value);
    else {
      const outlook =
        missing.length === problems.length ? outlookOf(run, field, missing) : 'missing';
      if (outlook === 'comes') plan.postponedTo = 'lastPass';
      else if (outlook === 'inRing' && !field.required) late.push({ field, written });
      else plan.problems.push(...problems);
    }
  }
  return late;
}

function placeValue(plan: RowPlan, field: Field, value: unknown): void {
  const checked = checkField(field, value);
  if ('problems' in checked) plan.problems.push(...checked.problems);
  else plan.values[field.name] = checked.value;
}

function findTarget(
  run: ImportRun,
  plan: RowPlan,
  created: NewRecords,
  { field, name, otherwise }: { field: Field; name: string | number; otherwise: Problem },
): Target {
  const target = run.finder.find(field, name);
  if (target || targetResourceOf(run.parts, field) !== run.resource) return target;
  const other = created.get(nameIn(run, field, name)) ?? created.get(String(name));
  if (!other) return undefined;
  if (other !== plan) plan.dependsOn.push({ plan: other, otherwise });
  return { id: other.id };
}

/** Plans a record that is to be created, unless a later row may be that record. */
function makeTarget(run: ImportRun, plan: RowPlan, field: Field, name: string | number): Target {
  if (outlookOf(run, field, [String(name)]) !== 'missing') return undefined;
  const newTarget = run.maker.propose(field, name, plan.read);
  if (newTarget && !('problem' in newTarget)) plan.recordsToCreate.push(newTarget);
  return newTarget;
}

/** A written reference in the form that the keys of its possible targets have. */
function nameIn(run: ImportRun, field: Field, written: unknown): string {
  const to = targetResourceOf(run.parts, field);
  const parts = readKey(String(written), to?.importKey.length ?? 1) ?? [];
  const names = parts.map((part, at) => {
    const key = to?.fields.get(to.importKey[at] ?? '');
    // A record in a key is compared as it is written: it may not exist yet.
    const value = key && !key.kind.relation ? canonicalValue(key, part) : part;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : part;
  });
  return names.length > 0 ? writeKey(names) : String(written);
}

function outlookOf(run: ImportRun, field: Field, missing: readonly string[]): Outlook {
  return run.state.outlook(targetResourceOf(run.parts, field), (names) =>
    missing.every((name) => names.has(name) || names.has(nameIn(run, field, name))),
  );
}
