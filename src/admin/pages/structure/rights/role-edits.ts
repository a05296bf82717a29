import { z } from 'zod';
import { insertAt, removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import { removeWithMentions } from '../../../../descriptor/edits/mentions.ts';
import type { DescriptorFiles } from '../../../../descriptor/edits/open-files.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject, asTexts } from '../../../../descriptor/read/draft.ts';
import { fieldSettings } from '../../../../descriptor/read/grammar.ts';
import { childrenOf, unwrap, valueAt, type Schema } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { descriptorSettings } from '../../../../descriptor/settings/descriptor-settings.ts';
import {
  permissionSettings,
  resourceSettings,
} from '../../../../descriptor/settings/resource-settings.ts';
import { roleName } from '../../../../fields/type/named-parts.ts';
import { inTurn, rolesOf, rolesWith, type Edit } from './right-edits.ts';

const choicesOfUsers: Path = ['resources', 'users', 'fields', 'role', 'choices'];

/** An edit of roles. A descriptor without roles has one that may do everything, which is written first. */
export function inRoles(declared: JsonObject, make: Edit): Edit {
  if (declared['roles'] !== undefined) return make;
  return inTurn([(files) => setAt(files, ['roles'], rolesOf(declared)), make]);
}

/** Declares a role, also as a choice of the field that says which role a user has. */
export function addRole(declared: JsonObject, name: string, label: string): Edit {
  const choices = valueAt(declared, choicesOfUsers);
  const add = inRoles(declared, (files) =>
    insertAt(files, ['roles'], { key: name, value: { label } }),
  );
  if (!Array.isArray(choices)) return add;
  const key = choices.length;
  return inTurn([add, (files) => insertAt(files, choicesOfUsers, { key, value: name })]);
}

/** Where users have the choice of a role; undefined if they have none. */
export function choiceOfRole(declared: JsonObject, name: string): Path | undefined {
  const choices = valueAt(declared, choicesOfUsers);
  const index = Array.isArray(choices)
    ? choices.findIndex((one: unknown) => one === name || asObject(one)['value'] === name)
    : -1;
  return index < 0 ? undefined : [...choicesOfUsers, index];
}

/**
 * Removes a role wherever it is named, with the choice of users and what mentions that. What only it could use stays with
 * the roles that may do everything; what only it saw goes.
 */
export function removeRole(declared: JsonObject, name: string): Edit {
  const [instead] = rolesWith(declared, { all: true }).filter((one) => one !== name);
  const edits = placesOf(descriptorSettings, declared, { role: name, path: [] }).map(
    (path): Edit => {
      const list = valueAt(declared, path.slice(0, -1));
      // Without its list, everybody could.
      const isLast = Array.isArray(list) && list.length === 1 && instead !== undefined;
      if (!isLast) return (files) => removeAt(files, path);
      const isSeen = typeof path.at(-3) === 'number' && seen.includes(String(path.at(-4)));
      return (files) => (isSeen ? removeAt(files, path.slice(0, -2)) : setAt(files, path, instead));
    },
  );
  const choice = choiceOfRole(declared, name);
  return inTurn([
    // From the end, so that the entries of lists keep their places.
    ...edits.toReversed(),
    ...(choice ? [(files: DescriptorFiles) => removeWithMentions(files, choice)] : []),
    (files) => removeAt(files, ['roles', name]),
  ]);
}

/** Lists whose entries say who sees them, and grant nothing. */
const seen = ['dashboard', 'views'];

type Place = { role: string; path: Path };

/** The permissions of a role, and its entries in the lists of roles, where the grammar has them. */
function placesOf(schema: Schema, value: unknown, { role, path }: Place): Path[] {
  const here = schemaOf(schema, value, path);
  if (!here) return [];
  if (here._zod.def === permissionSettings._zod.def)
    return Object.hasOwn(asObject(value), role) ? [[...path, role]] : [];
  if (here instanceof z.ZodArray && here.element._zod.def === roleName._zod.def)
    return asTexts(value).flatMap((one, index) => (one === role ? [[...path, index]] : []));
  return childrenOf(here, value).flatMap(({ step, schema: inner, value: inside }) =>
    placesOf(inner, inside, { role, path: [...path, step] }),
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
