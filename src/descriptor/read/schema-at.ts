import { requireItem } from '../../fields/require-entry.ts';
import { z } from 'zod';
import { isObject } from '../json-object.ts';
import type { Path } from './source-text.ts';

export type Schema = z.core.$ZodType;

/** The schema at a path inside a declaration. At a union, the `type` of the value selects the branch. */
export function schemaAt(schema: Schema, path: Path, value: unknown): Schema | undefined {
  const [step, ...rest] = path;
  const here = unwrap(schema, value);
  if (step === undefined) return here;
  const next = stepInto(here, step);
  return next && schemaAt(next, rest, valueAt(value, [step]));
}

/** The settings of a declaration that is an object with a fixed set of them; otherwise none. */
export function settingNames(schema: Schema | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Removes one layer of a schema: `optional`, a default, or a union, by choosing the branch that fits. */
export function unwrapOnce(schema: Schema, value: unknown): Schema {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return schema.def.innerType;
  if (!(schema instanceof z.ZodUnion)) return schema;
  const { options } = schema.def;
  return options.find((option) => fits(option, value)) ?? requireItem(options, 0);
}

/** The parts of a value that the schema describes, each with its schema. */
export function childrenOf(
  schema: Schema,
  value: unknown,
): { step: string | number; schema: Schema; value: unknown }[] {
  return entriesOf(value).flatMap(([step, inside]) => {
    const child = stepInto(schema, step);
    return child ? [{ step, schema: child, value: inside }] : [];
  });
}

/** The value at a path of a declaration; undefined if there is none. */
export function valueAt(declared: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    return isInside ? (value as Record<string | number, unknown>)[step] : undefined;
  }, declared);
}

export function unwrap(schema: Schema, value: unknown): Schema {
  const inner = unwrapOnce(schema, value);
  return inner === schema ? schema : unwrap(inner, value);
}

function fits(option: Schema, value: unknown): boolean {
  if (option instanceof z.ZodArray) return Array.isArray(value);
  if (option instanceof z.ZodRecord) return isObject(value);
  if (!(option instanceof z.ZodObject) || !isObject(value)) return false;
  const type: unknown = option.shape.type;
  return !(type instanceof z.ZodLiteral) || type.values.has(value.type as string);
}

function stepInto(schema: Schema, step: string | number): Schema | undefined {
  if (schema instanceof z.ZodObject) {
    return Object.hasOwn(schema.shape, step) ? schema.shape[step] : undefined;
  }
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return isObject(value) ? Object.entries(value) : [];
}
