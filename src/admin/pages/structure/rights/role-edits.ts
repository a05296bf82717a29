import { insertAt, removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { rolesOf, rolesWith, type Edit } from './right-edits.ts';

const choicesOfUsers: Path = ['resources', 'users', 'fields', 'role', 'choices'];

/** Declares a role, also as a choice of the field that says which role a user has. */
export function addRole(declared: JsonObject, name: string, label: string): Edit {
  const choices = valueAt(declared, choicesOfUsers);
  // A descriptor without roles has one that may do everything.
  const add: Edit = (files) =>
    declared['roles'] === undefined
      ? setAt(files, ['roles'], { ...rolesOf(declared), [name]: { label } })
      : insertAt(files, ['roles'], { key: name, value: { label } });
  if (!Array.isArray(choices)) return add;
  const key = choices.length;
  return inTurn([add, (files) => insertAt(files, choicesOfUsers, { key, value: name })]);
}

/** Removes a role wherever it is named. What only it could use stays with the roles that may do everything. */
export function removeRole(declared: JsonObject, name: string): Edit {
  const [instead] = rolesWith(declared, { all: true }).filter((one) => one !== name);
  const edits = placesOf(declared, name, []).map((path): Edit => {
    const list = valueAt(declared, path.slice(0, -1));
    // Without its list, everybody could.
    const isLast = Array.isArray(list) && list.length === 1 && instead !== undefined;
    return (files) => (isLast ? setAt(files, path, instead) : removeAt(files, path));
  });
  // From the end, so that the entries of lists keep their places.
  return inTurn([...edits.toReversed(), (files) => removeAt(files, ['roles', name])]);
}

/** The permissions of a role, and its entries in the lists of those who may do something. */
function placesOf(value: unknown, role: string, path: Path): Path[] {
  if (Array.isArray(value)) {
    const isOfRoles = ['roles', 'read', 'write'].includes(String(path.at(-1)));
    return value.flatMap((one: unknown, index) =>
      one === role && isOfRoles ? [[...path, index]] : placesOf(one, role, [...path, index]),
    );
  }
  if (!isObject(value)) return [];
  const isOfRights = path.at(-1) === 'permissions' || path.at(-2) === 'permissionSets';
  return Object.entries(value).flatMap(([key, one]) =>
    key === role && isOfRights && path.length < 4
      ? [[...path, key]]
      : placesOf(one, role, [...path, key]),
  );
}

function inTurn(edits: readonly Edit[]): Edit {
  return (before) =>
    edits.reduce<ReturnType<Edit>>(
      (edited, edit) => ('files' in edited ? edit(edited.files) : edited),
      { files: before },
    );
}
