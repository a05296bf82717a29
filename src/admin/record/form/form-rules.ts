import { headOf } from '../../../fields/text/head-of-path.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { checkRules } from '../../../descriptor/rules/check-rules.ts';
import { type Judged, toRecordState, type RecordState } from '../../../descriptor/rules/rules.ts';
import { defaultExpression } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/type/field.ts';
import { type Problem, problem } from '../../../fields/problems/problem.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import { pathsOfLeaf } from '../../../descriptor/filter/certain.ts';
import {
  needsStore,
  isFieldOperand,
  type Filter,
  type Leaf,
} from '../../../descriptor/filter/filter.ts';
import { toFormErrors, type FormErrors } from '../../client/form-errors.ts';
import { problemText } from '../../messages/problem-text.ts';
import { momentOfBrowser } from '../../client/moment.ts';
import { type Values, changesOf, toNewValues } from './form-values.ts';

/**
 * Checks a form, all tabs at once, by the rules the server checks the record by. Values that an existing
 * record already has are not reported, because only changes are sent. A new record is checked whole.
 */
export function createResolver(form: () => FormWithRules): Resolver<Values> {
  return (values) => {
    const ruled = form();
    const problems = checkForm(ruled, values);
    return problems.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: toFieldErrors(toFormErrors(ruled.resource, problems, problemText)) };
  };
}

function toFieldErrors(errors: FormErrors): FieldErrors<Values> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      typeof error === 'string' ? { type: 'rule', message: error } : toFieldErrors(error),
    ]),
  ) as FieldErrors<Values>;
}

/** A form as its rules see it. */
export type FormWithRules = {
  resource: Resource;
  /** The fields the user may write. */
  fields: readonly Field[];
  /** The values the form started with: the record, or those of a new one. */
  base: Readonly<Values>;
  isNew: boolean;
  /** The role that creates a new record, and what its filter demands. */
  role: string;
  limits: CreateLimits;
  /** What the server says of conditions about other records, for these values; absent: it has not answered. */
  judged?: ((values: Readonly<Values>) => Judged | undefined) | undefined;
};

/** The fields that decide the states of others. What a computed value is from may be any of them. */
export function decidingFields({ conditions, fields }: Resource): string[] {
  const names = [...new Set([...conditions.values()].flatMap(({ looksAt }) => looksAt))];
  return names.some((name) => isDerived(fields.get(name))) ? [...fields.keys()] : names;
}

/** The state of each field with conditions, by the current values of the form. */
export function stateOfForm(form: FormWithRules, values: Readonly<Values>): RecordState {
  const { resource, base } = form;
  const typed = typedRecord(form, values);
  if (resource.conditions.size === 0) return { fields: new Map(), seen: typed };
  const judged = form.judged?.(values);
  const first = toRecordState(resource, typed, momentOfBrowser(), judged);
  const locked = [...first.fields].filter(([, { readOnly }]) => readOnly).map(([name]) => name);
  if (locked.length === 0) return first;
  // A field that has turned read-only shows, and has, the value it started with.
  const kept = Object.fromEntries(locked.map((name) => [name, base[name] ?? null]));
  return toRecordState(resource, { ...typed, ...kept }, momentOfBrowser(), judged);
}

/**
 * The changes to save: without fields that turned read-only, and with the values of fields that were hidden
 * taken back.
 */
export function changesToSave(form: FormWithRules, values: Readonly<Values>): Values {
  const { resource, fields, base } = form;
  const changes = changesOf(fields, base, values);
  const { fields: states } = stateOfForm(form, values);
  for (const [name, { looksAt }] of resource.conditions) {
    const field = fields.find((each) => each.name === name);
    const state = states.get(name);
    if (!field || !state) continue;
    const isTouched = [name, ...looksAt].some((each) => Object.hasOwn(changes, each));
    if (state.shown && !state.readOnly) continue;
    delete changes[name];
    const empty = emptyOf(field);
    const isEmpty = isSameJson(base[name] ?? empty, empty);
    // If a field was hidden and filled before the user touched anything, its value stays.
    if (!state.shown && isTouched && !isEmpty) changes[name] = empty;
  }
  return changes;
}

/** A new record as the form sends it, whole. */
export function valuesToCreate(form: FormWithRules, values: Readonly<Values>): Values {
  const { fields: states } = stateOfForm(form, values);
  const kept = form.fields.flatMap((field): [string, unknown][] => {
    const state = states.get(field.name);
    if (state && !state.shown) return [[field.name, emptyOf(field)]];
    return state?.readOnly ? [[field.name, form.base[field.name]]] : [];
  });
  return { ...values, ...Object.fromEntries(kept) };
}

/** The problems of the form, by field and as a whole, in the words of the server. */
function checkForm(form: FormWithRules, values: Readonly<Values>): Problem[] {
  const { resource, fields, base, isNew, role } = form;
  const changes = changesToSave(form, values);
  const { fields: states } = stateOfForm(form, values);
  const own = fields
    .filter(({ name }) => isNew || Object.hasOwn(changes, name))
    .filter(({ name }) => states.get(name)?.shown !== false && !states.get(name)?.readOnly)
    .flatMap((field) => valueProblems(isNew ? asNeeded(field) : field, values[field.name]));
  const late = isNew
    ? fields.filter((field) => defaultExpression(field) && isEmptyValue(values[field.name]))
    : [];
  const record = isNew ? typedRecord(form, valuesToCreate(form, values)) : { ...base, ...changes };
  const { problems } = checkRules({
    resource,
    writer: { role, isNew },
    record,
    before: base,
    moment: momentOfBrowser(),
    ...(isNew ? {} : { changed: new Set(Object.keys(changes)) }),
    // No rule is judged by a value that the server calculates.
    broken: new Set([...own.map(({ path }) => headOf(path)), ...late.map(({ name }) => name)]),
    isOurs: () => true,
  });
  const inputs = new Set(fields.map(({ name }) => name));
  // A problem of a field that has no input is reported for the record as a whole.
  const placed = problems.map((each) =>
    inputs.has(headOf(each.path)) ? each : { ...each, path: '' },
  );
  const unmet = isNew ? unmetLimits(form.limits, record, { inputs, role }) : [];
  return [...own, ...placed, ...unmet];
}

export function valueProblems(field: Field, value: unknown): readonly Problem[] {
  const checked = checkField(field, value);
  return 'problems' in checked ? checked.problems : [];
}

/** The record as it would be stored, as far as the typed values are valid. */
export function typedRecord({ fields, base }: FormWithRules, values: Readonly<Values>): Values {
  const typed = fields.map((field): [string, unknown] => {
    const value = values[field.name] ?? emptyOf(field);
    const checked = checkField(field, value);
    return [field.name, 'value' in checked ? checked.value : value];
  });
  return { ...base, ...Object.fromEntries(typed) };
}

const twins = new WeakMap<Field, Field>();

/** The field as a condition requires it. Returns the same object each time, because rules are cached by it. */
export function asRequired(field: Field): Field {
  return field.required ? field : twinOf(field);
}

/** The field as a new record needs it: nobody has to enter what the server calculates. The same object each time. */
export function asNeeded(field: Field): Field {
  return field.required && defaultExpression(field) !== undefined ? twinOf(field) : field;
}

function twinOf(field: Field): Field {
  let twin = twins.get(field);
  if (!twin) twins.set(field, (twin = { ...field, required: !field.required }));
  return twin;
}

/** What the role's filter of `create` demands of a new record; it must meet each part. */
export type CreateLimits = readonly Filter[];

export function createLimitsOf(filter: Filter | undefined): CreateLimits {
  if (filter === undefined) return [];
  return 'and' in filter ? filter.and.flatMap(createLimitsOf) : [filter];
}

/**
 * The values that a new record starts with. Those that the role's filter demands override those of the descriptor
 * and the given ones.
 */
export function toGivenValues(
  fields: readonly Field[],
  creates: Filter | undefined,
  given?: Values,
): Values {
  return { ...toNewValues(fields), ...toDemandedValues(fields, creates, given) };
}

/** The same without the defaults of the descriptor. */
export function toDemandedValues(
  fields: readonly Field[],
  creates: Filter | undefined,
  given: Values = {},
): Values {
  const demanded = forcedValues(createLimitsOf(creates));
  const own = Object.entries({ ...given, ...demanded }).filter(([name]) =>
    fields.some((field) => field.name === name),
  );
  return Object.fromEntries(own);
}

/** A new record starts with the values of those fields for which the limits allow only one. */
function forcedValues(limits: CreateLimits): Values {
  return Object.fromEntries(
    limits.flatMap((limit) => {
      const [only, ...others] = valuesOf(limit) ?? [];
      return only === undefined || others.length > 0 ? [] : [[(limit as Leaf).path, only]];
    }),
  );
}

/** Whether a field may have a value, judged only by the limits on that field alone. */
export function isWithin(limits: CreateLimits, name: string, value: unknown): boolean {
  return limits
    .filter((limit) => headsOf(limit).every((head) => head === name))
    .every((limit) => evaluateFilter(limit, { [name]: value }));
}

/** The few values that the limits allow in a field; undefined if they do not list any. */
export function allowedValues(limits: CreateLimits, name: string): readonly unknown[] | undefined {
  const values = limits.flatMap((limit) =>
    'path' in limit && limit.path === name ? (valuesOf(limit) ?? []) : [],
  );
  return values.length === 0 ? undefined : values.filter((one) => isWithin(limits, name, one));
}

/** The limits that a new record does not meet, at each field they depend on, as far as the form has those fields. */
function unmetLimits(
  limits: CreateLimits,
  record: Readonly<Values>,
  { inputs, role }: { inputs: ReadonlySet<string>; role: string },
): Problem[] {
  return limits.flatMap((limit) => {
    const heads = [...new Set(headsOf(limit))];
    const isHere = heads.every((head) => inputs.has(head));
    if (!isHere || evaluateFilter(limit, record)) return [];
    return heads.map((head) => problem('A012', head, { role }));
  });
}

function valuesOf(limit: Filter): readonly unknown[] | undefined {
  if (!('path' in limit) || limit.path.includes('.')) return undefined;
  const isCounted = limit.operator === 'eq' || limit.operator === 'in';
  return isCounted && !limit.operands.some(isFieldOperand) ? limit.operands : undefined;
}

function headsOf(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(headsOf);
  if ('or' in filter) return filter.or.flatMap(headsOf);
  if ('not' in filter) return headsOf(filter.not);
  if (needsStore(filter)) return [];
  return pathsOfLeaf(filter).map((path) => headOf(path));
}
