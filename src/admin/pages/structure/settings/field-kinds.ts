import { isSameJson, type JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { fieldTypes } from '../../../../fields/registry.ts';
import type { FieldType } from '../../../../fields/type/field-type.ts';
import { hasNames, toSettings, type Setting } from './to-settings.ts';

/** What a field can be: a type, or a usual variant of one. */
export type Kind = { name: string; declaration: JsonObject };

const variants: readonly Kind[] = [
  { name: 'longText', declaration: { type: 'text', multiline: true } },
  { name: 'integer', declaration: { type: 'number', integer: true } },
];

/** Types, each followed by its variants. */
export function kindsOf(types: readonly string[] = Object.keys(fieldTypes)): readonly Kind[] {
  return types.flatMap((type) => [
    { name: type, declaration: { type, ...firstParts(type) } },
    ...variantsOf(type),
  ]);
}

/** The kind of a declaration. */
export function kindOf(declaration: JsonObject): string {
  const type = String(declaration['type']);
  const variant = variantsOf(type).find(({ declaration: own }) =>
    Object.entries(own).every(([setting, value]) => isSameJson(declaration[setting], value)),
  );
  return variant?.name ?? type;
}

function variantsOf(type: string): readonly Kind[] {
  return variants.filter(({ declaration }) => declaration['type'] === type);
}

/** Whether a setting makes a variant of a type. */
export function makesVariant(type: string, setting: string): boolean {
  return variantsOf(type).some(({ declaration }) => setting in declaration);
}

/** The settings without which a field of a type cannot be, and that a person gives with it. */
export function neededBy(type: string): readonly Setting[] {
  return required(type).filter((setting) => !isNamedList(setting));
}

function required(type: string): readonly Setting[] {
  return toSettings(type).filter(({ isRequired }) => isRequired);
}

function isNamedList(setting: Setting): boolean {
  return setting.kind === 'list' && hasNames(setting);
}

/** The unit, such as a currency, that most fields of the same type have; nothing without such fields. */
export function usualUnit(declared: JsonObject, { type }: JsonObject): JsonObject {
  const name = typeNamed(type)?.unit?.setting;
  const used = Object.values(asObject(declared['resources']))
    .flatMap((resource) => Object.values(asObject(asObject(resource)['fields'])).map(asObject))
    .flatMap((field) => (field['type'] === type && name !== undefined ? field[name] : []))
    .filter((unit) => typeof unit === 'string');
  const timesOf = (unit: string): number => used.filter((one) => one === unit).length;
  const [most] = used.toSorted((one, other) => timesOf(other) - timesOf(one));
  return name === undefined || most === undefined ? {} : { [name]: most };
}

function typeNamed(type: unknown): FieldType | undefined {
  return Object.entries<FieldType>(fieldTypes).find(([one]) => one === type)?.[1];
}

/** A group of parts begins with one, which its settings then rename and join with others. */
function firstParts(type: string): JsonObject {
  const lists = required(type).filter(isNamedList);
  return Object.fromEntries(lists.map(({ name }) => [name, { part1: { type: 'text' } }]));
}

/** Whether no two records may have the same value; lists and objects cannot be compared like that. */
export function canBeUnique({ type }: JsonObject): boolean {
  const kind = typeNamed(type);
  const parsed = kind?.settings.safeParse(kind.examples[0]?.settings);
  const { sql, many = false } = (parsed?.success && kind?.column(parsed.data)) || { sql: 'jsonb' };
  return sql !== 'jsonb' && !many;
}
