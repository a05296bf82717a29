import { z } from 'zod';
import type { Text } from '../../fields/type/field.ts';
import { localizedText, toText, type DeclaredText } from '../../fields/problems/localized-text.ts';
import { fieldPath, ownFieldName, roleName } from '../../fields/type/named-parts.ts';
import { isObject } from '../json-object.ts';

export const fieldNames = z.array(ownFieldName);

export const fieldPaths = z.array(fieldPath);

export const roleNames = z.array(roleName);

/** The key of a view or of a menu group. */
export const keyName = z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/);

/** A declaration after `applyDefaults`. `Derived` adds or replaces settings that depend on others. */
export type WithDefaults<Schema extends z.ZodType, Derived = unknown> = Omit<
  WithTexts<z.output<Schema>>,
  keyof Derived
> &
  Derived;

type WithTexts<Value> = unknown extends Value
  ? Value
  : [DeclaredText] extends [Value]
    ? Text | Extract<Value, undefined>
    : Value extends readonly (infer Item)[]
      ? readonly WithTexts<Item>[]
      : Value extends object
        ? { [Key in keyof Value]: WithTexts<Value[Key]> }
        : Value;

/**
 * Adds the default of each omitted setting to a declaration, and its texts in every
 * language. It does not check the grammar again, because a declaration as a role sees
 * it may have less than the grammar requires, such as a list without columns.
 */
export function applyDefaults<Schema extends z.ZodType>(
  schema: Schema,
  declared: z.input<Schema>,
  languages: readonly string[],
): WithTexts<z.output<Schema>> {
  return settle(schema, declared, languages) as WithTexts<z.output<Schema>>;
}

const mapValues = (of: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));

function settle(schema: z.core.$ZodType, value: unknown, languages: readonly string[]): unknown {
  if (schema instanceof z.ZodDefault && value === undefined) return schema.def.defaultValue;
  if (schema instanceof z.ZodPrefault)
    return settle(schema.def.innerType, value ?? schema.def.defaultValue, languages);
  if (value === undefined) return undefined;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return settle(schema.def.innerType, value, languages);
  if (schema._zod.def === localizedText.def) return toText(value as DeclaredText, languages);
  return settleMembers(schema, value, languages);
}

function settleMembers(
  schema: z.core.$ZodType,
  value: unknown,
  languages: readonly string[],
): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => settle(schema.element, item, languages));
  if (schema instanceof z.ZodRecord && isObject(value))
    return mapValues(value, (entry) => settle(schema.valueType, entry, languages));
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return value;
  const settled = Object.entries(schema.shape).map(
    ([name, setting]) => [name, settle(setting, value[name], languages)] as const,
  );
  return Object.fromEntries(settled.filter(([, setting]) => setting !== undefined));
}
