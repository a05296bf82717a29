import { z } from 'zod';
import { fieldSettings } from '../../../../descriptor/read/grammar.ts';
import { unwrap, type Schema } from '../../../../descriptor/read/schema-at.ts';
import { arrangementText } from '../../../../descriptor/settings/views.ts';
import { localizedText } from '../../../../fields/problems/localized-text.ts';
import { acceptedFiles, fileSize } from '../../../../fields/files/file-settings.ts';
import { choiceShape, choiceValue } from '../../../../fields/type/choice-list.ts';
import {
  collectionName,
  expressionText,
  fieldPath,
  groupKey,
  listedUnit,
  ownFieldName,
  roleName,
  sortOrder,
} from '../../../../fields/type/named-parts.ts';
import { fieldTypes } from '../../../../fields/registry.ts';
import { commonSettings, defaultValue, filterSetting } from '../../../../fields/type/to-field.ts';

/** How a person gives a value to a setting. */
export type SettingKind =
  | 'switch'
  | 'number'
  | 'text'
  | 'option' // One of a few words.
  | 'options' // Some of a few words.
  | 'localized' // A text in each language.
  | 'choices'
  | 'choice' // One of the choices of the field.
  | 'someChoices'
  | 'collection' // The name of a collection.
  | 'field' // The name of a field of the same collection.
  | 'path' // A field, also behind references.
  | 'fields' // Such names in an order.
  | 'sort' // Such names, each ascending or descending.
  | 'group' // The key of a menu group.
  | 'condition' // A filter, or an expression that means one.
  | 'expression'
  | 'roles'
  | 'texts'
  | 'object' // Settings in a setting.
  | 'list' // Entries, each with settings or a list of its own. They can have names.
  | 'unit' // Of a list, such as a currency, or a field that holds it.
  | 'size' // Bytes.
  | 'accept' // Kinds of files.
  | 'shownAs' // A board, a calendar or a tree, by the fields of the collection.
  | 'default' // A value of the field itself, or where it comes from.
  | 'value'; // JSON.

/** A setting as the grammar declares it, for an input. */
export type Setting = {
  name: string;
  kind: SettingKind;
  /** What it is called, if not as the grammar has it. Nothing explains it then. */
  label?: string;
  /** In English, as the documentation has it. */
  description: string;
  isRequired: boolean;
  /** What counts without the setting. */
  preset: unknown;
  options: readonly string[];
  accepts: (value: unknown) => boolean;
  schema: Schema;
};

const known = new WeakMap<Schema, readonly Setting[]>();

/** The settings of whatever is declared as an object, in the order of the grammar, and those in JSON last. */
export function settingsOf(schema: Schema): readonly Setting[] {
  const settings = known.get(schema) ?? readSettings(schema);
  known.set(schema, settings);
  return settings;
}

function readSettings(schema: Schema): Setting[] {
  const { inner } = withoutPreset(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, Schema>> = inner.shape;
  const settings = Object.entries(shape).flatMap(([name, one]) =>
    // A literal says which of several forms it is.
    one instanceof z.ZodType && !(one instanceof z.ZodLiteral) ? [toSetting(name, one)] : [],
  );
  // Fewest people can write JSON.
  return settings.toSorted(
    (one, other) => Number(one.kind === 'value') - Number(other.kind === 'value'),
  );
}

/** The settings that a field of a type can have, those of the type first, without the type. */
export function toSettings(type: string): readonly Setting[] {
  const whole = fieldSettings[type];
  const settings = whole ? settingsOf(whole).filter(({ name }) => name !== 'type') : [];
  return [...settings.filter((one) => !isCommon(one)), ...settings.filter(isCommon)];
}

/** Whether every field can have the setting. */
export function isCommon({ name }: Setting): boolean {
  return name in commonSettings.shape;
}

function toSetting(name: string, schema: z.ZodType): Setting {
  const { inner, preset } = withoutPreset(schema);
  const one = inner instanceof z.ZodArray ? inner.element : inner;
  return {
    name,
    kind: kindOf(inner),
    description: schema.description ?? '',
    isRequired: !schema.safeParse(undefined).success,
    preset,
    options: one instanceof z.ZodEnum ? one.options.map(String) : [],
    schema,
    accepts: (value) => schema.safeParse(value).success,
  };
}

/** The schema of a value that is there, and what counts without one. */
function withoutPreset(schema: Schema, preset?: unknown): { inner: Schema; preset: unknown } {
  if (schema instanceof z.ZodOptional) return withoutPreset(schema.def.innerType, preset);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return withoutPreset(schema.def.innerType, schema.def.defaultValue);
  return { inner: schema, preset };
}

/** A setting in the form that its value has, of those that the grammar allows. */
export function inFormOf(setting: Setting, value: unknown): Setting {
  const schema = unwrap(setting.schema, value);
  const kind = setting.kind === 'value' && value !== undefined ? kindOf(schema) : setting.kind;
  return kind === 'object' || kind === 'list' ? { ...setting, kind, schema } : setting;
}

/** The schema of each entry of a list. */
export function entryOf({ schema }: Setting): Schema {
  const inner = unwrap(schema, []);
  if (!(inner instanceof z.ZodRecord)) return inner instanceof z.ZodArray ? inner.element : inner;
  // Declarations of fields are checked one by one, so that the grammar has no schema for them here.
  return inner.valueType instanceof z.ZodCustom ? anyField : inner.valueType;
}

const anyField = z.union(Object.values(fieldSettings));

/** Whether the entries of a list have names that people choose. */
export function hasNames({ schema }: Setting): boolean {
  return unwrap(schema, {}) instanceof z.ZodRecord;
}

/** The types of which an entry can be, each with settings of its own. */
export function typesOf(entry: Schema): string[] {
  if (!(entry instanceof z.ZodUnion)) return [];
  return entry.def.options.flatMap((one) => {
    const type: unknown = one instanceof z.ZodObject ? one.shape.type : undefined;
    return type instanceof z.ZodLiteral ? [...type.values].map(String) : [];
  });
}

/** What an entry without settings is: a text, or a list of its own. */
export function toEntrySetting(entry: Schema): Setting {
  const kind = kindOf(entry);
  return {
    name: kind === 'fields' ? 'fields' : 'value',
    kind,
    description: '',
    isRequired: true,
    preset: undefined,
    options: [],
    schema: entry,
    accepts: () => true,
  };
}

/** Schemas with a meaning beyond their form. A schema with another description has the same definition. */
const meanings: readonly (readonly [schema: z.ZodType, kind: SettingKind])[] = [
  [localizedText, 'localized'],
  [choiceShape.choices, 'choices'],
  [choiceValue, 'choice'],
  [collectionName, 'collection'],
  [ownFieldName, 'field'],
  [fieldPath, 'path'],
  [sortOrder, 'sort'],
  [groupKey, 'group'],
  [expressionText, 'expression'],
  [filterSetting, 'condition'],
  [listedUnit, 'unit'],
  [fileSize, 'size'],
  [acceptedFiles, 'accept'],
  [defaultValue, 'default'],
  [arrangementText, 'shownAs'],
];

/** What a list of such values is. */
const lists: Partial<Record<SettingKind, SettingKind>> = {
  field: 'fields',
  path: 'fields',
  option: 'options',
  object: 'list',
  text: 'texts',
  choice: 'someChoices',
  fields: 'list',
};

function kindOf(schema: Schema): SettingKind {
  const meaning = meanings.find(([one]) => one._zod.def === schema._zod.def);
  if (meaning) return meaning[1];
  if (schema instanceof z.ZodUnion) return kindOfForms(schema.def.options.map(kindOf));
  if (schema instanceof z.ZodRecord) return 'list';
  if (schema instanceof z.ZodBoolean) return 'switch';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodString) return 'text';
  if (schema instanceof z.ZodEnum) return 'option';
  if (schema instanceof z.ZodObject) return 'object';
  if (!(schema instanceof z.ZodArray)) return 'value';
  if (schema.element._zod.def === roleName.def) return 'roles';
  return lists[kindOf(schema.element)] ?? 'value';
}

/** How a person gives a value that can have several forms. */
function kindOfForms(forms: readonly SettingKind[]): SettingKind {
  if (forms.includes('condition')) return 'condition';
  if (forms.includes('unit')) return 'unit';
  // Settings in a setting follow once it is switched on.
  if (forms.includes('switch')) return 'switch';
  // A name alone is a list of one.
  if (forms.includes('field') && forms.includes('fields')) return 'fields';
  return forms.every((one) => one === 'text' || one === 'option') ? 'text' : 'value';
}

/** Whether the names in a list can lead through references. */
export function takesPaths(setting: Setting): boolean {
  return setting.kind === 'sort' || entryOf(setting)._zod.def === fieldPath.def;
}

/** An example of a setting of a type, as the tests of the type have it. */
export function exampleOf(type: string, name: string): unknown {
  const found = Object.entries(fieldTypes).find(([one]) => one === type)?.[1];
  const settings = found?.examples.map((example): object => example.settings) ?? [];
  return settings
    .map((one) => Object.entries(one).find(([key]) => key === name)?.[1])
    .find(Boolean);
}
