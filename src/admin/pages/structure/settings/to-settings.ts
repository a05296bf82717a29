import { z } from 'zod';
import { fieldSettings } from '../../../../descriptor/read/grammar.ts';
import type { Schema } from '../../../../descriptor/read/schema-at.ts';
import { localizedText } from '../../../../fields/problems/localized-text.ts';
import { choiceShape } from '../../../../fields/type/choice-list.ts';
import { collectionName, ownFieldName, roleName } from '../../../../fields/type/named-parts.ts';
import { fieldTypes } from '../../../../fields/registry.ts';
import { commonSettings } from '../../../../fields/type/to-field.ts';

/** How a person gives a value to a setting. */
export type SettingKind =
  | 'switch'
  | 'number'
  | 'text'
  | 'option' // One of a few words.
  | 'localized' // A text in each language.
  | 'choices'
  | 'collection' // The name of a collection.
  | 'field' // The name of a field of the same collection.
  | 'roles'
  | 'texts'
  | 'value'; // JSON.

/** A setting as the grammar declares it, for an input. */
export type Setting = {
  name: string;
  kind: SettingKind;
  /** In English, as the documentation has it. */
  description: string;
  isRequired: boolean;
  /** What counts without the setting. */
  preset: unknown;
  options: readonly string[];
  accepts: (value: unknown) => boolean;
  schema: Schema;
};

const known = new Map<string, readonly Setting[]>();

/** The settings that a field of a type can have, those of the type first, without the type. */
export function toSettings(type: string): readonly Setting[] {
  const settings = known.get(type) ?? readSettings(type);
  known.set(type, settings);
  return settings;
}

function readSettings(type: string): Setting[] {
  const whole = fieldSettings[type];
  if (!(whole instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, Schema>> = whole.shape;
  const names = Object.keys(shape).filter((name) => name !== 'type');
  const common = names.filter((name) => name in commonSettings.shape);
  return [...names.filter((name) => !common.includes(name)), ...common].flatMap((name) => {
    const schema = shape[name];
    return schema instanceof z.ZodType ? [toSetting(name, schema)] : [];
  });
}

/** Whether every field can have the setting. */
export function isCommon({ name }: Setting): boolean {
  return name in commonSettings.shape;
}

function toSetting(name: string, schema: z.ZodType): Setting {
  const { inner, preset } = unwrap(schema);
  return {
    name,
    kind: kindOf(inner),
    description: schema.description ?? '',
    isRequired: !schema.safeParse(undefined).success,
    preset,
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    schema,
    accepts: (value) => schema.safeParse(value).success,
  };
}

/** The schema of a value that is there, and what counts without one. */
function unwrap(schema: Schema, preset?: unknown): { inner: Schema; preset: unknown } {
  if (schema instanceof z.ZodOptional) return unwrap(schema.def.innerType, preset);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return unwrap(schema.def.innerType, schema.def.defaultValue);
  return { inner: schema, preset };
}

/** Schemas with a meaning beyond their form. A schema with another description has the same definition. */
const meanings: readonly (readonly [schema: z.ZodType, kind: SettingKind])[] = [
  [localizedText, 'localized'],
  [choiceShape.choices, 'choices'],
  [collectionName, 'collection'],
  [ownFieldName, 'field'],
];

function kindOf(schema: Schema): SettingKind {
  const meaning = meanings.find(([one]) => one._zod.def === schema._zod.def);
  if (meaning) return meaning[1];
  if (schema instanceof z.ZodBoolean) return 'switch';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodString) return 'text';
  if (schema instanceof z.ZodEnum) return 'option';
  if (!(schema instanceof z.ZodArray)) return 'value';
  if (schema.element._zod.def === roleName.def) return 'roles';
  return schema.element instanceof z.ZodString ? 'texts' : 'value';
}

/** An example of a setting of a type, as the tests of the type have it. */
export function exampleOf(type: string, name: string): unknown {
  const found = Object.entries(fieldTypes).find(([one]) => one === type)?.[1];
  const settings = found?.examples.map((example): object => example.settings) ?? [];
  return settings
    .map((one) => Object.entries(one).find(([key]) => key === name)?.[1])
    .find(Boolean);
}
