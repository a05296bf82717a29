import { insertAt, removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import { removeWithMentions } from '../../../../descriptor/edits/mentions.ts';
import {
  choiceOfRole,
  choicesOfUsers,
  placesOf,
} from '../../../../descriptor/edits/named-places.ts';
import type { DescriptorFiles } from '../../../../descriptor/edits/open-files.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import { inTurn, rolesOf, rolesWith, type Edit } from './right-edits.ts';

/** An edit of roles. A descriptor without roles has one that may do everything, which is written first. */
export function inRoles(declared: JsonObject, make: Edit): Edit {
  if (declared['roles'] !== undefined) return make;
  return inTurn([(files) => setAt(files, ['roles'], rolesOf(declared)), make]);
}

/** Declares a role, also as a choice of the field that says which role a user has. */
export function addRole(declared: JsonObject, name: string, label: string | JsonObject): Edit {
  const path = choicesOfUsers(declared);
  const choices = valueAt(declared, path);
  const add = inRoles(declared, (files) =>
    insertAt(files, ['roles'], { key: name, value: { label } }),
  );
  if (!Array.isArray(choices)) return add;
  const key = choices.length;
  return inTurn([add, (files) => insertAt(files, path, { key, value: name })]);
}

/**
 * Removes a role wherever it is named, with the choice of users and what mentions that. What only it could use stays with
 * the roles that may do everything; what only it saw goes.
 */
export function removeRole(declared: JsonObject, name: string): Edit {
  const [instead] = rolesWith(declared, { all: true }).filter((one) => one !== name);
  const edits = placesOf(declared, { kind: 'role', name }).map((path): Edit => {
    const list = valueAt(declared, path.slice(0, -1));
    // Without its list, everybody could.
    const isLast = Array.isArray(list) && list.length === 1 && instead !== undefined;
    if (!isLast) return (files) => removeAt(files, path);
    const isSeen = typeof path.at(-3) === 'number' && seen.includes(String(path.at(-4)));
    return (files) => (isSeen ? removeAt(files, path.slice(0, -2)) : setAt(files, path, instead));
  });
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
