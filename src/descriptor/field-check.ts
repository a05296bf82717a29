import type { z } from 'zod';
import type { Field } from '../fields/type/field.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { newlyRetired } from '../fields/type/retired-values.ts';
import { valueProblems } from '../fields/problems/value-problems.ts';
import { isObject, isSameJson, type JsonObject, checkJson } from './json-object.ts';
import type { Action } from './settings/actions.ts';
import { suggestHint } from './suggest.ts';

/** A value as it will be stored, or its problems. */
type Checked = { value: unknown; warning?: Problem } | { problems: Problem[] };

/**
 * Checks one value for one field. Forms call it during typing, imports for each cell, and
 * `checkRecord` for each field. An empty value (null, `''`, an empty list) becomes the empty value
 * of the field, or V001 if the field is required. `path` differs from the name inside an object.
 */
export function checkField(field: Field, value: unknown, path: string = field.name): Checked {
  const rule = ruleOf(field);
  if (isEmpty(rule, value)) return checkEmpty(rule, path);
  const parsed = rule.value.safeParse(value);
  if (!parsed.success) return { problems: valueProblems(parsed.error, path) };
  // Trimming can leave an empty text.
  if (isEmpty(rule, parsed.data)) return checkEmpty(rule, path);
  const warning = field.kind.warn?.(parsed.data, field.settings, value);
  return warning ? { value: parsed.data, warning: { ...warning, path } } : { value: parsed.data };
}

/** The value as the record has it, if a write names the same by a part of it, such as a file by its `id`. */
export function settle(field: Field | undefined, value: unknown, stored: unknown): unknown {
  return value && stored && field?.kind.settle ? field.kind.settle(value, stored) : value;
}

/** The empty value of a field in JSON: `[]` for a field with many values, otherwise null. */
export function emptyOf(field: Field): null | [] {
  return ruleOf(field).many ? [] : null;
}

/** Whether the field holds many values. */
export function isMany(field: Field): boolean {
  return ruleOf(field).many;
}

type Rule = { field: Field; value: z.ZodType; many: boolean; hasParts: boolean };

const rules = new WeakMap<Field, Rule>();

// zod compiles a rule on first use, which costs as much as thousands of checks, so rules are cached.
function ruleOf(field: Field): Rule {
  let rule = rules.get(field);
  if (!rule) {
    const { kind, settings } = field;
    rule = {
      field,
      value: kind.value(settings),
      many: kind.column(settings).many ?? kind.relation?.(settings).many ?? false,
      hasParts: kind.parts !== undefined,
    };
    rules.set(field, rule);
  }
  return rule;
}

function isEmpty(rule: Rule, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (rule.many) return Array.isArray(value) && value.length === 0;
  // An object whose parts are all empty counts as empty; in a `json` field `{}` is a value.
  return rule.hasParts && isObject(value) && Object.values(value).every(isNothing);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

function checkEmpty(rule: Rule, path: string): Checked {
  // The database gives a number where there is none.
  if (rule.field.required && !rule.field.numbering) return { problems: [problem('V001', path)] };
  return { value: rule.many ? [] : null };
}

/**
 * The parts of a stored object that are no longer declared. They are kept unchanged,
 * like the column of a removed field, and nobody can write them.
 */
function removedParts({ kind, settings }: Field, stored: unknown): JsonObject {
  const parts = kind.parts?.(settings);
  if (!parts || !isObject(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !parts.has(name)));
}

/** An object without the parts that are no longer declared, unless they differ from the stored ones. */
export function withoutRemovedParts(field: Field, value: unknown, stored: unknown): unknown {
  const left = removedParts(field, stored);
  if (!isObject(value) || Object.keys(left).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, part]) => !Object.hasOwn(left, name) || !isSameJson(part, left[name]),
    ),
  );
}

/** The object to store: the written parts, and the stored parts that are no longer declared. */
export function withRemovedParts(field: Field, value: unknown, stored: unknown): unknown {
  const left = removedParts(field, stored);
  return Object.keys(left).length === 0 ? value : { ...(isObject(value) && value), ...left };
}

/** Checks the form of an action by the rules of its fields. Values for other fields are refused. */
export function checkForm(
  { form }: Action,
  body: unknown,
): { form: Record<string, unknown> } | { problems: Problem[] } {
  if (!isObject(body)) return { problems: [problem('V002', '', { expected: 'object' })] };
  const problems: Problem[] = checkJson(body, '');
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(body).filter((each) => !form.has(each)))
    problems.push(problem('V009', name, {}, suggestHint(name, [...form.keys()])));
  for (const field of form.values()) {
    const checked = checkField(field, body[field.name] ?? field.default ?? null);
    if ('problems' in checked) problems.push(...checked.problems);
    else {
      problems.push(...newlyRetired(field, checked.value, undefined, field.name));
      values[field.name] = checked.value;
    }
  }
  return problems.length > 0 ? { problems } : { form: values };
}
