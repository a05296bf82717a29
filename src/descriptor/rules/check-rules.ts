import type { Field } from '../../fields/field.ts';
import { problem, type Problem, type ProblemParams } from '../../fields/problem.ts';
import { resolveFilter, writeFilter } from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { emptyOf } from '../field-check.ts';
import { isSameJson, type JsonObject } from '../json-object.ts';
import type { Moment } from '../filter/tokens.ts';
import { type Check, type Conditions, toRecordState } from './rules.ts';

type RuleCheck = {
  resource: Pick<Resource, 'fields' | 'conditions' | 'checks'>;
  /** The record as it would be. */
  record: JsonObject;
  /** As it is, or a new one before anybody filled it: what a field that is read-only must keep. */
  before: JsonObject;
  moment: Moment;
  /** Only rules that look at one of these fields are asked; absent: all. A record that broke a new rule before stays open to other changes. */
  changed?: ReadonlySet<string>;
  /** Fields that have problems already: what hangs on them is not asked. */
  broken?: ReadonlySet<string>;
  /** Is the value of this field nobody's word: a default, or not theirs to write? Then it goes with the field. */
  isOurs(name: string): boolean;
};

/** `cleared` are the fields that must become empty, as the record has no such field any more. */
type RulesChecked = { problems: Problem[]; cleared: string[] };

/** Whether the values of a record go together: its fields' conditions and the checks of the resource. */
export function checkRules(check: RuleCheck): RulesChecked {
  const { resource, record, moment } = check;
  const outcome: RulesChecked = { problems: [], cleared: [] };
  if (resource.conditions.size === 0 && resource.checks.length === 0) return outcome;
  const { fields: states, seen } = toRecordState(resource, record, moment);
  const changed = check.changed && new Set(check.changed);
  for (const [name, conditions] of resource.conditions) {
    if (!isAsked({ ...check, changed }, [name, ...conditions.looksAt])) continue;
    const field = resource.fields.get(name)!;
    const state = states.get(name)!;
    if (state.shown) checkShown(check, field, state, outcome);
    else {
      clearHidden(check, field, conditions, outcome);
      // What looks at this field finds it empty from now on.
      changed?.add(name);
    }
  }
  for (const each of resource.checks) {
    const isAtIssue = isAsked({ ...check, changed }, each.looksAt);
    if (isAtIssue && !evaluateFilter(resolveFilter(each.check, moment), seen))
      outcome.problems.push(...toProblems(each));
  }
  return outcome;
}

/** Does any rule look at one of these fields? Then the rest of the record must be known too. */
export function looksAtAny(
  { conditions, checks }: Pick<Resource, 'conditions' | 'checks'>,
  names: readonly string[],
): boolean {
  return (
    names.some((name) => conditions.has(name)) ||
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
  { record, isOurs }: RuleCheck,
  field: Field,
  { shown }: Conditions,
  { problems, cleared }: RulesChecked,
): void {
  const empty = emptyOf(field);
  if (isSameJson(record[field.name] ?? empty, empty)) return;
  if (isOurs(field.name)) cleared.push(field.name);
  else problems.push(problem('V026', field.name, { condition: writeFilter(shown!.unresolved) }));
}

/** The text in every language it has, for a screen to choose from; the English one for everybody else. */
function toProblems({ message, fields }: Check): Problem[] {
  const [first = ''] = Object.values(message);
  const params: ProblemParams = {
    text: message['en'] ?? first,
    ...Object.fromEntries(
      Object.entries(message).map(([language, text]) => [`text_${language}`, text]),
    ),
  };
  const paths = fields.length === 0 ? [''] : fields;
  return paths.map((path) => problem('V027', path, params));
}
