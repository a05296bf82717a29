import { z } from 'zod';
import { groupKey, roleName } from '../../fields/type/named-parts.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import type { NameChange } from '../names/renaming.ts';
import { asObject } from '../read/draft.ts';
import { fieldSettings } from '../read/grammar.ts';
import { childrenOf, unwrap, valueAt, type Schema } from '../read/schema-at.ts';
import { ROLES } from '../read/shared-sets.ts';
import type { Path } from '../read/source-text.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';
import { permissionSettings, resourceSettings } from '../settings/resource-settings.ts';
import { setsOf } from './open-files.ts';

/** What the grammar has a schema of its own for. */
const schemas = { role: roleName, group: groupKey };

type Asked = { kind: keyof typeof schemas; name: string };

/** Where the grammar has the name of a role or the key of a menu group: the permissions of a role, and values. */
export function placesOf(declared: JsonObject, asked: Asked): Path[] {
  return placesIn(descriptorSettings, declared, { ...asked, path: [] });
}

function placesIn(schema: Schema, value: unknown, at: Asked & { path: Path }): Path[] {
  const { kind, name, path } = at;
  const here = schemaOf(schema, value, path);
  if (!here) return [];
  if (kind === 'role' && here._zod.def === permissionSettings._zod.def)
    return Object.hasOwn(asObject(value), name) ? [[...path, name]] : [];
  if (here._zod.def === schemas[kind]._zod.def) return value === name ? [path] : [];
  return childrenOf(here, value).flatMap(({ step, schema: inner, value: inside }) =>
    placesIn(inner, inside, { ...at, path: [...path, step] }),
  );
}

/** The grammar leaves open what it checks one by one. */
function schemaOf(schema: Schema, value: unknown, path: Path): Schema | undefined {
  const here = unwrap(schema, value);
  if (!(here instanceof z.ZodCustom)) return here;
  const field = fieldSettings[String(valueAt(value, ['type']))];
  const inner = path.length === 2 ? sections[String(path[0])] : field;
  return inner && unwrap(inner, value);
}

const sections: Readonly<Record<string, Schema>> = {
  resources: resourceSettings,
  permissionSets: permissionSettings,
  fieldSets: resourceSettings.shape.fields,
};

/** The choices of the field that says which role a user has; they may be in a set. */
export function choicesOfUsers(declared: JsonObject): Path {
  const users = asObject(asObject(declared.resources)['users']);
  const has = (fields: unknown): boolean => Object.hasOwn(asObject(fields), 'role');
  const set = setsOf(users).find((one) => has(asObject(declared.fieldSets)[one]));
  return has(users['fields']) || set === undefined
    ? ['resources', 'users', 'fields', 'role', 'choices']
    : ['fieldSets', set, 'role', 'choices'];
}

/** Where users have the choice of a role; undefined if they have none, or all roles. */
export function choiceOfRole(declared: JsonObject, name: string): Path | undefined {
  const path = choicesOfUsers(declared);
  const choices = valueAt(declared, path);
  const index = Array.isArray(choices)
    ? choices.findIndex((one: unknown) => (isObject(one) ? one['value'] : one) === name)
    : -1;
  return index < 0 ? undefined : [...path, index];
}

/** What a role is as a choice of the fields that have all roles. */
export function changeOfRole(
  declared: JsonObject,
  { from, to }: { from: string | number; to: string | number },
): NameChange {
  const sets = asObject(declared.fieldSets);
  const inFields = (fields: unknown) =>
    Object.entries(asObject(fields))
      .filter(([, field]) => asObject(field)['choices'] === ROLES)
      .map(([name]) => ({ from: name, to: name, choices: [{ from, to }] }));
  const unused = { resource: { from: '', to: '' }, fields: Object.values(sets).flatMap(inFields) };
  const resources = Object.entries(asObject(declared.resources)).map(([name, one]) => ({
    resource: { from: name, to: name },
    fields: [asObject(one)['fields'], ...setsOf(one).map((set) => sets[set])].flatMap(inFields),
  }));
  return [unused, ...resources].filter(({ fields }) => fields.length > 0);
}
