import { z } from 'zod';
import { filterSetting } from '../../fields/type/to-field.ts';
import { readCondition, type ReadCondition } from '../filter/read-condition.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { toExpressionFlaw } from './checks/computed-checks.ts';
import { fieldSettings } from './grammar.ts';
import type { Flaw } from './grammar-problems.ts';
import { childrenOf, unwrap, unwrapOnce, type Schema } from './schema-at.ts';
import type { Path } from './source-text.ts';

type Conditions = {
  /** The same declarations with a filter in place of each condition. */
  value: unknown;
  flaws: readonly Flaw[];
  /** A flaw of such a filter, at its place in the text of the condition. */
  asWritten(flaw: Flaw): Flaw;
};

/**
 * Reads the conditions that are written as expressions: a text where the grammar takes a filter. What comes
 * after, from the grammar to the screens, only knows filters.
 */
export function readConditions(declared: unknown): Conditions {
  return collect((reading) => readFile(reading, declared));
}

/** The same for the part of a file that a schema describes. */
export function readConditionsOf(schema: Schema, declared: unknown, path: Path): Conditions {
  return collect((reading) => readWithin(reading, schema, declared, path));
}

/** The same for one field. */
export function readFieldConditions(declared: unknown, path: Path): Conditions {
  return collect((reading) => readField(reading, declared, path));
}

function collect(readAll: (reading: Reading) => unknown): Conditions {
  const reading: Reading = { flaws: [], read: new Map() };
  return {
    value: readAll(reading),
    flaws: reading.flaws,
    asWritten: (flaw) => asWritten(reading, flaw),
  };
}

type Reading = { flaws: Flaw[]; read: Map<string, ReadCondition> };

function readFile(reading: Reading, declared: unknown): unknown {
  const file = readWithin(reading, descriptorSettings, declared, []);
  return withEach(file, ['resources'], (resource, path) => {
    const read = readWithin(reading, resourceSettings, resource, path);
    return withEach(read, [...path, 'fields'], (field, at) => readField(reading, field, at));
  });
}

function readField(reading: Reading, field: unknown, path: Path): unknown {
  const type = isObject(field) ? field['type'] : undefined;
  const settings = typeof type === 'string' ? fieldSettings[type] : undefined;
  return settings ? readWithin(reading, settings, field, path) : field;
}

/** Replaces the members of the last setting of a path. */
function withEach(
  declared: unknown,
  path: Path,
  read: (member: unknown, path: Path) => unknown,
): unknown {
  const setting = String(path.at(-1));
  const members = isObject(declared) ? declared[setting] : undefined;
  if (!isObject(declared) || !isObject(members)) return declared;
  const entries = Object.entries(members).map(([name, member]) => [
    name,
    read(member, [...path, name]),
  ]);
  return { ...declared, [setting]: Object.fromEntries(entries) };
}

/** The value with filters in place of conditions; the same object where it has none. */
function readWithin(reading: Reading, schema: Schema, value: unknown, path: Path): unknown {
  if (typeof value === 'string')
    return takesFilter(schema) ? readWritten(reading, value, path) : value;
  const here = unwrap(schema, value);
  const changed = childrenOf(here, value).flatMap(({ step, schema: inner, value: member }) => {
    const next = readWithin(reading, inner, member, [...path, step]);
    return next === member ? [] : [[step, next] as const];
  });
  if (changed.length === 0) return value;
  if (!Array.isArray(value)) return { ...(value as JsonObject), ...Object.fromEntries(changed) };
  const members = new Map<string | number, unknown>(changed);
  return value.map((member: unknown, index) => members.get(index) ?? member);
}

function readWritten(reading: Reading, text: string, path: Path): JsonObject {
  // Only the filter of a reference stands directly in a field.
  const inField = path.at(-3) === 'fields' || path[0] === 'fieldSets';
  const hasOwner = inField && path.at(-1) === 'filter';
  const condition = readCondition(text, { hasOwner });
  if ('problems' in condition) {
    reading.flaws.push(...condition.problems.map((each) => toExpressionFlaw(each, path)));
    return {};
  }
  reading.read.set(JSON.stringify(path), condition);
  return condition.where;
}

/** Whether a schema means a filter, and would refuse a text. */
function takesFilter(schema: Schema): boolean {
  if (schema._zod.def === filterSetting.def) return true;
  if (!(schema instanceof z.ZodUnion)) {
    const inner = unwrapOnce(schema, '');
    return inner !== schema && takesFilter(inner);
  }
  const { options } = schema.def;
  return options.some(takesFilter) && !options.some((option) => option instanceof z.ZodString);
}

function asWritten({ read }: Reading, flaw: Flaw): Flaw {
  for (let steps = flaw.path.length - 1; steps > 0; steps -= 1) {
    const path = flaw.path.slice(0, steps);
    const condition = read.get(JSON.stringify(path));
    if (condition) return toWritten(condition, path, flaw);
  }
  return flaw;
}

/** The flaw of a condition that is written at a path, at its place in the text. */
export function toWritten({ placeOf }: ReadCondition, path: Path, flaw: Flaw): Flaw {
  const problem = { ...flaw.problem, path: path.join('.') };
  const inside = placeOf(flaw.path.slice(path.length), flaw.inside) ?? 0;
  return { problem, path, at: 'value', inside };
}
