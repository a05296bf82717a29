import { headOf } from '../../fields/text/head-of-path.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import { callerParams } from '../permissions/caller-params.ts';
import { toSeenProblems } from '../permissions/seen-problems.ts';
import type { Field } from '../../fields/type/field.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { mayRead, mayWrite, readableFields } from '../access.ts';
import { systemFields, type Descriptor, type Resource } from '../descriptor.ts';
import {
  checkField,
  emptyOf,
  settle,
  withRemovedParts,
  withoutRemovedParts,
} from '../field-check.ts';
import { checkJson, isObject, isSameJson, type JsonObject } from '../json-object.ts';
import { applyMergePatch } from '../merge-patch.ts';
import { checkRules } from './check-rules.ts';
import { restorer, type StateWriter } from './check-states.ts';
import { suggestHint } from '../suggest.ts';
import { type Moment } from '../expression/variables.ts';
import { defaultOf, momentWithoutUser } from '../filter/tokens.ts';

export type RecordCheck = {
  descriptor: Descriptor;
  /** The role of the user who writes. */
  role: string;
  resource: Resource;
  /**
   * `create`: a field left out gets its default. `replace` (PUT): the same, but fields that the role
   * may not write stay. `patch`: a JSON merge patch (RFC 7396); a field left out stays.
   */
  mode: 'create' | 'replace' | 'patch';
  /** The parsed but untrusted JSON. */
  body: unknown;
  /**
   * The whole stored record: needed to replace, to patch inside objects, and where a rule reads a
   * patched field (`rulesReadAny`). Without it a patch is not checked against rules.
   */
  current?: JsonObject;
  /** The defaults that a new record derives from other values (`derived-defaults.ts`). */
  derived?: Readonly<JsonObject>;
  /** The moment for tokens in defaults and rules; absent: now, without a user. */
  moment?: Moment;
  /**
   * What to do with values for fields that nobody may write (system fields, `readOnly`):
   * refuse them, accept unchanged ones, or skip them silently (imports only).
   * Default: `accept-equal` for `replace`, else `refuse`.
   */
  unwritable?: 'refuse' | 'accept-equal' | 'skip';
  /** The values come from an earlier version of the record, or are all of it; retired choices come back. */
  past?: StateWriter['past'];
  /** Objects in a patch replace the stored ones instead of being merged into them, as in a restore. */
  wholeObjects?: boolean;
};

/**
 * `values`: the fields to write, in stored form; null or `[]` clears. `id`: the requested
 * `_id` of a new record. Warnings are about accepted values that the user should review.
 */
type RecordChecked =
  | { values: Record<string, unknown>; id?: string; warnings: Problem[] }
  | { problems: Problem[]; warnings: Problem[] };

/** Checks a whole document from a client and reports all problems at once, each with its path. */
export function checkRecord(check: RecordCheck): RecordChecked {
  const { body, resource } = check;
  if (!isObject(body)) {
    return { problems: [problem('V002', '', { expected: 'object' })], warnings: [] };
  }
  if (Object.keys(body).length > maxKeys) {
    return { problems: [problem('V016', '', { max: maxKeys })], warnings: [] };
  }
  const dangers = checkJson(body, '');
  if (dangers.length > 0) return { problems: dangers, warnings: [] };

  const moment = check.moment ?? momentWithoutUser(resource);
  const outcome: Outcome = {
    values: {},
    blank: {},
    defaults: new Set(),
    problems: [],
    warnings: [],
  };
  for (const name of Object.keys(body)) {
    const field = resource.fields.get(name);
    // A field that the role may not read counts as missing, otherwise the response would reveal it.
    const isSeen = mayRead(check.descriptor, check.role, resource, name);
    if (field && isSeen) checkGivenField(check, field, body, outcome);
    else checkOtherName(check, name, body[name], outcome);
  }
  if (check.mode !== 'patch') fillDefaults(check, body, moment, outcome);
  applyRules(check, moment, outcome);

  const { values, id, problems, warnings } = outcome;
  if (problems.length > 0) return { problems: toSeenProblems(check, resource, problems), warnings };
  return { values, ...(id === undefined ? {} : { id }), warnings };
}

/** Whether a value is a valid `_id`. Addresses and file names contain it unencoded. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value);
}

const maxKeys = 1000;

type Outcome = {
  values: Record<string, unknown>;
  /** The values of a new record before the user fills it in. */
  blank: Record<string, unknown>;
  /** Fields for which no value was given. */
  defaults: Set<string>;
  id?: string;
  problems: Problem[];
  warnings: Problem[];
};

function checkGivenField(
  check: RecordCheck,
  field: Field,
  body: JsonObject,
  outcome: Outcome,
): void {
  const { descriptor, role, resource } = check;
  const given = body[field.name];
  if (mayWrite(descriptor, role, resource, field.name)) {
    const stored = check.current?.[field.name];
    const isWhole = field.kind.settle !== undefined;
    const value = check.mode === 'patch' && !isWhole ? patched(check, field.name, given) : given;
    applyValue(field, withoutRemovedParts(field, value, stored), outcome);
    if (!Object.hasOwn(outcome.values, field.name)) return;
    const checked = settle(field, outcome.values[field.name], stored);
    outcome.values[field.name] =
      isObject(value) && !isWhole ? withRemovedParts(field, checked, stored) : checked;
  } else if (isUnchanged(check, field.name, given)) {
    // The client returned the value that it had received.
  } else if (!field.readOnly) {
    outcome.problems.push(problem('A008', field.name, callerParams(descriptor, role)));
  } else if (check.unwritable !== 'skip') {
    outcome.problems.push(problem('V010', field.name));
  }
}

/** Checks the `_id` of a new record, the other system fields, and unknown names. */
function checkOtherName(check: RecordCheck, name: string, given: unknown, outcome: Outcome): void {
  const { mode } = check;
  const isSystemField = (systemFields as readonly string[]).includes(name);
  if (name === '_id' && mode === 'create') {
    if (given === null || given === '') return;
    if (isRecordId(given)) outcome.id = given;
    else outcome.problems.push(problem('V002', name, { expected: 'newId' }));
  } else if (isSystemField) {
    // The store compares the version of a PUT when it locks the record.
    if (name === '_version' && mode === 'replace') return;
    if (check.unwritable === 'skip' || isUnchanged(check, name, given)) return;
    outcome.problems.push(problem('V010', name));
  } else {
    outcome.problems.push(problem('V009', name, {}, hintFor(check, name, outcome)));
  }
}

// Finding a similar name is slow, so a body full of unknown names gets only a few hints.
function hintFor(check: RecordCheck, name: string, outcome: Outcome): string | undefined {
  if (outcome.problems.length >= 20) return undefined;
  return suggestHint(name, readableFields(check.descriptor, check.role, check.resource));
}

/** The default of a new record, which may be copied from another one. */
function presetOf({ derived }: RecordCheck, field: Field, moment: Moment): unknown {
  return derived?.[field.name] ?? defaultOf(field, moment);
}

/** Fields left out on create or replace: they get their default, become empty or are missing. */
function fillDefaults(
  check: RecordCheck,
  body: JsonObject,
  moment: Moment,
  outcome: Outcome,
): void {
  const { descriptor, role, resource, mode } = check;
  for (const field of resource.fields.values()) {
    // The database computes or numbers it.
    if (field.computed !== undefined || field.numbering !== undefined) continue;
    const preset = presetOf(check, field, moment);
    outcome.blank[field.name] = preset ?? emptyOf(field);
    const isWritable = mayWrite(descriptor, role, resource, field.name);
    if (mode === 'replace' && !isWritable) continue;
    if (Object.hasOwn(body, field.name) && (isWritable || check.unwritable !== 'skip')) continue;
    outcome.defaults.add(field.name);
    if (preset !== undefined) applyValue(field, preset, outcome);
    else if (field.required) outcome.problems.push(problem('V001', field.name));
    else outcome.values[field.name] = emptyOf(field);
  }
}

function applyValue(field: Field, value: unknown, outcome: Outcome): void {
  const checked = checkField(field, value);
  if ('problems' in checked) {
    outcome.problems.push(...checked.problems);
  } else {
    outcome.values[field.name] = checked.value;
    if (checked.warning) outcome.warnings.push(checked.warning);
  }
}

/** Checks the rules between values, after each value itself was checked. */
function applyRules(check: RecordCheck, moment: Moment, outcome: Outcome): void {
  const { descriptor, role, resource, mode, current } = check;
  if (mode === 'patch' && current === undefined) return;
  const { values, blank, defaults, problems } = outcome;
  const { problems: ruleProblems, cleared } = checkRules({
    resource,
    writer: check.past
      ? restorer(descriptor, role, check.past)
      : { role, isNew: mode === 'create' },
    record: { ...current, ...values },
    before: current ?? blank,
    moment,
    ...(mode === 'patch' ? { changed: changedIn(values, current) } : {}),
    broken: new Set(problems.map(({ path }) => headOf(path))),
    isOurs: (name) => defaults.has(name) || !mayWrite(descriptor, role, resource, name),
  });
  problems.push(...ruleProblems);
  for (const name of cleared) values[name] = emptyOf(requireEntry(resource.fields, name));
}

function changedIn(values: JsonObject, current: JsonObject | undefined): ReadonlySet<string> {
  return new Set(Object.keys(values).filter((name) => !isSameJson(values[name], current?.[name])));
}

function patched(check: RecordCheck, name: string, given: unknown): unknown {
  const isMerged = isObject(given) && check.wholeObjects !== true;
  return isMerged ? applyMergePatch(check.current?.[name], given) : given;
}

function isUnchanged(check: RecordCheck, name: string, given: unknown): boolean {
  const { descriptor, role, resource, current } = check;
  const accepted = check.unwritable ?? (check.mode === 'replace' ? 'accept-equal' : 'refuse');
  // A comparison with a value that the role may not read would reveal it.
  if (accepted !== 'accept-equal' || !mayRead(descriptor, role, resource, name)) return false;
  return current !== undefined && isSameJson(current[name], given);
}
