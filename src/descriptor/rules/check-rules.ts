import { requireEntry } from '../../fields/require-entry.ts';
import type { Field } from '../../fields/type/field.ts';
import { newlyRetired } from '../../fields/type/retired-values.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { textParams } from '../../fields/problems/text-params.ts';
import { conditionParams } from '../filter/condition-params.ts';
import { resolveFilter } from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { emptyOf } from '../field-check.ts';
import { isSameJson, type JsonObject } from '../json-object.ts';
import type { Moment } from '../expression/variables.ts';
import { checkStates, type StateWriter } from './check-states.ts';
import { type Check, type Conditions, toRecordState } from './rules.ts';

export type RuleCheck = {
  resource: Pick<Resource, 'name' | 'fields' | 'conditions' | 'checks' | 'states' | 'retiring'>;
  /** The record as it would be stored. */
  record: JsonObject;
  /** The stored record, or a new one with its defaults: the values that read-only fields must have. */
  before: JsonObject;
  moment: Moment;
  /** Only rules that read one of these fields apply; absent: all. A record that breaks a new rule stays editable. */
  changed?: ReadonlySet<string>;
  /** Fields that already have problems; rules that depend on them are skipped. */
  broken?: ReadonlySet<string>;
  /** Who writes, for steps between states; absent: a record comes back as it was, in any state. */
  writer: StateWriter | undefined;
  /** Whether the user did not set the value: a default, or a field they may not write. Hiding the field clears it. */
  isOurs(name: string): boolean;
};

/** `cleared`: the fields that must become empty because they are no longer shown. */
type RulesChecked = { problems: Problem[]; cleared: string[] };

/** Checks the values of a record against each other: the conditions of its fields and the checks of the resource. */
export function checkRules(check: RuleCheck): RulesChecked {
  const { resource, record, moment } = check;
  const outcome: RulesChecked = { problems: [], cleared: [] };
  if (!hasRules(resource)) return outcome;
  const { fields: states, seen } = toRecordState(resource, record, moment);
  const changed = check.changed && new Set(check.changed);
  for (const [name, conditions] of resource.conditions) {
    if (!isAsked({ ...check, changed }, [name, ...conditions.looksAt])) continue;
    const field = requireEntry(resource.fields, name);
    const state = requireEntry(states, name);
    if (state.shown) checkShown(check, field, state, outcome);
    else {
      clearHidden(check, field, conditions, outcome);
      // Rules that read this field find it empty from now on.
      changed?.add(name);
    }
  }
  if (check.writer && !check.writer.past)
    outcome.problems.push(...retiredProblems({ ...check, changed }));
  outcome.problems.push(...checkStates(check, seen));
  for (const each of resource.checks) {
    const isAtIssue = isAsked({ ...check, changed }, each.looksAt);
    if (isAtIssue && !evaluateFilter(resolveFilter(each.check, moment), seen))
      outcome.problems.push(...checkProblems(each));
  }
  return outcome;
}

type Ruled = Pick<Resource, 'conditions' | 'checks' | 'states' | 'retiring'>;

/** Whether there is anything to check. */
export function hasRules({ conditions, checks, states, retiring }: Ruled): boolean {
  return conditions.size > 0 || checks.length > 0 || states.size > 0 || retiring.size > 0;
}

/** Whether any rule reads one of these fields. The caller then needs the rest of the record too. */
export function rulesReadAny(
  { conditions, checks, states, retiring }: Ruled,
  names: readonly string[],
): boolean {
  return (
    names.some((name) => conditions.has(name) || states.has(name) || retiring.has(name)) ||
    [...conditions.values(), ...checks].some(({ looksAt }) =>
      looksAt.some((name) => names.includes(name)),
    )
  );
}

function isAsked(
  { changed, broken }: Pick<RuleCheck, 'changed' | 'broken'>,
  names: string[] | Check['looksAt'],
): boolean {
  if (names.some((name) => broken?.has(name))) return false;
  return changed === undefined || names.some((name) => changed.has(name));
}

function retiredProblems(check: RuleCheck): Problem[] {
  const { resource, record, before } = check;
  return [...resource.retiring]
    .filter((name) => isAsked(check, [name]))
    .flatMap((name) =>
      newlyRetired(requireEntry(resource.fields, name), record[name], before[name], name),
    );
}

function checkShown(
  { record, before }: RuleCheck,
  field: Field,
  { required, readOnly }: { required: boolean; readOnly: boolean },
  { problems }: RulesChecked,
): void {
  const value = record[field.name] ?? emptyOf(field);
  const empty = emptyOf(field);
  if (required && isSameJson(value, empty)) problems.push(problem('V001', field.name));
  else if (readOnly && !isSameJson(value, before[field.name] ?? empty))
    problems.push(problem('V010', field.name));
}

function clearHidden(
  { resource, record, isOurs }: RuleCheck,
  field: Field,
  { shown }: Conditions,
  { problems, cleared }: RulesChecked,
): void {
  const empty = emptyOf(field);
  if (isSameJson(record[field.name] ?? empty, empty)) return;
  if (isOurs(field.name)) cleared.push(field.name);
  else problems.push(problem('V026', field.name, conditionParams(resource, shown!.unresolved)));
}

/** One problem per field, with the message in every language for screens and in English for others. */
export function checkProblems({ message, fields }: Pick<Check, 'message' | 'fields'>): Problem[] {
  const params = textParams('text', message);
  const paths = fields.length === 0 ? [''] : fields;
  return paths.map((path) => problem('V027', path, params));
}
