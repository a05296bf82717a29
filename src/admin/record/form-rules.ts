import type { Resource } from '../../descriptor/descriptor.ts';
import { checkField, emptyOf } from '../../descriptor/field-check.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import { checkRules } from '../../descriptor/rules/check-rules.ts';
import { toRecordState, type RecordState } from '../../descriptor/rules/field-states.ts';
import type { Field } from '../../fields/field.ts';
import type { Problem } from '../../fields/problem.ts';
import { hereAndNow } from '../client/moment.ts';
import { changesOf, type Values } from './form-values.ts';
import { unmetLimits, type Limits } from './new-limits.ts';

/** A form as its rules see it. */
export type RuledForm = {
  resource: Resource;
  /** The fields the user may write. */
  fields: readonly Field[];
  /** What the form began with: the record, or the values of a new one. */
  base: Readonly<Values>;
  isNew: boolean;
  /** Who makes a new record, and what it must be. */
  role: string;
  limits: Limits;
};

/** How each field with conditions stands by what is in the form now. */
export function stateOfForm(form: RuledForm, values: Readonly<Values>): RecordState {
  const { resource, base } = form;
  const typed = typedRecord(form, values);
  if (resource.conditions.size === 0) return { fields: new Map(), seen: typed };
  const first = toRecordState(resource, typed, hereAndNow());
  const locked = [...first.fields].filter(([, { readOnly }]) => readOnly).map(([name]) => name);
  if (locked.length === 0) return first;
  // A field that may not be changed any more shows, and has, the value it began with.
  const kept = Object.fromEntries(locked.map((name) => [name, base[name] ?? null]));
  return toRecordState(resource, { ...typed, ...kept }, hereAndNow());
}

/**
 * What is to be saved: the changes but those of fields that turned read-only, and with the values of
 * fields that went away taken back.
 */
export function ruledChanges(form: RuledForm, values: Readonly<Values>): Values {
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
    // What was hidden and filled before anybody touched it is not this user's doing.
    if (!state.shown && isTouched && !isEmpty) changes[name] = empty;
  }
  return changes;
}

/** A new record as it is to be sent, whole. */
export function ruledValues(form: RuledForm, values: Readonly<Values>): Values {
  const { fields: states } = stateOfForm(form, values);
  const kept = form.fields.flatMap((field): [string, unknown][] => {
    const state = states.get(field.name);
    if (state && !state.shown) return [[field.name, emptyOf(field)]];
    return state?.readOnly ? [[field.name, form.base[field.name]]] : [];
  });
  return { ...values, ...Object.fromEntries(kept) };
}

/** What is wrong with the form, field by field and as a whole, in the words of the server. */
export function checkForm(form: RuledForm, values: Readonly<Values>): Problem[] {
  const { resource, fields, base, isNew } = form;
  const changes = ruledChanges(form, values);
  const { fields: states } = stateOfForm(form, values);
  const own = fields
    .filter(({ name }) => isNew || Object.hasOwn(changes, name))
    .filter(({ name }) => states.get(name)?.shown !== false && !states.get(name)?.readOnly)
    .flatMap((field) => problemsOf(field, values[field.name]));
  const record = isNew ? typedRecord(form, ruledValues(form, values)) : { ...base, ...changes };
  const { problems } = checkRules({
    resource,
    record,
    before: base,
    moment: hereAndNow(),
    ...(isNew ? {} : { changed: new Set(Object.keys(changes)) }),
    broken: new Set(own.map(({ path }) => path.split('.', 1)[0]!)),
    isOurs: () => true,
  });
  const inputs = new Set(fields.map(({ name }) => name));
  // Where there is no input to stand at, it is said of the whole.
  const placed = problems.map((each) =>
    inputs.has(each.path.split('.', 1)[0]!) ? each : { ...each, path: '' },
  );
  const unmet = isNew ? unmetLimits(form.limits, record, { inputs, role: form.role }) : [];
  return [...own, ...placed, ...unmet];
}

export function problemsOf(field: Field, value: unknown): readonly Problem[] {
  const checked = checkField(field, value);
  return 'problems' in checked ? checked.problems : [];
}

/** The record as it would be stored, as far as what is typed can be. */
function typedRecord({ fields, base }: RuledForm, values: Readonly<Values>): Values {
  const typed = fields.map((field): [string, unknown] => {
    const value = values[field.name] ?? emptyOf(field);
    const checked = checkField(field, value);
    return [field.name, 'value' in checked ? checked.value : value];
  });
  return { ...base, ...Object.fromEntries(typed) };
}

const twins = new WeakMap<Field, Field>();

/** The field as a condition makes it; the same object each time, as rules are kept by it. */
export function requiredTwin(field: Field): Field {
  let twin = twins.get(field);
  if (!twin) twins.set(field, (twin = { ...field, required: true }));
  return twin;
}
