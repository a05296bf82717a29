import type { z } from 'zod';
import { isObject } from '../json-object.ts';
import type { Path } from './source-text.ts';

/**
 * The schema of one place inside a declaration. Where a declaration can be
 * several things the value decides, by its `type`, which of them it is.
 */
export function schemaAt(schema: z.ZodType, path: Path, value: unknown): z.ZodType | undefined {
  const [step, ...rest] = path;
  const here = unwrap(schema, value);
  if (step === undefined) return here;
  const next = stepInto(here, step);
  const inside = isObject(value) || Array.isArray(value) ? (value as any)[step] : undefined;
  return next && schemaAt(next, rest, inside);
}

/** The settings a declaration can have, when it is an object with a fixed set of them. */
export function settingNames(schema: z.ZodType | undefined): string[] {
  const def = schema && defOf(schema);
  return def?.type === 'object' ? Object.keys(def.shape) : [];
}

// zod tells what a schema is by `def`; its public types name each kind, a walk wants them all.
function defOf(schema: z.ZodType): any {
  return schema.def;
}

function unwrap(schema: z.ZodType, value: unknown): z.ZodType {
  const inner = unwrapOnce(schema, value);
  return inner === schema ? schema : unwrap(inner, value);
}

/** What stands behind `optional`, a default, or the branch of a union that the value takes. */
export function unwrapOnce(schema: z.ZodType, value: unknown): z.ZodType {
  const def = defOf(schema);
  if (def.innerType) return def.innerType;
  if (def.type !== 'union') return schema;
  const options = def.options as z.ZodType[];
  return options.find((option) => fits(option, value)) ?? options[0]!;
}

/** The parts of a value for which the schema says something, each with its schema. */
export function childrenOf(
  schema: z.ZodType,
  value: unknown,
): { step: string | number; schema: z.ZodType; value: unknown }[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, inside]) => {
    const child = stepInto(schema, step);
    return child ? [{ step, schema: child, value: inside }] : [];
  });
}

function fits(option: z.ZodType, value: unknown): boolean {
  const def = defOf(option);
  if (def.type === 'array') return Array.isArray(value);
  if (def.type === 'record') return isObject(value);
  if (def.type !== 'object') return false;
  const type = def.shape.type && defOf(def.shape.type);
  return isObject(value) && (type?.type !== 'literal' || type.values.includes(value.type));
}

function stepInto(schema: z.ZodType, step: string | number): z.ZodType | undefined {
  const def = defOf(schema);
  if (def.type === 'object') return Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
  return def.valueType ?? def.element;
}
