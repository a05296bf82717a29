import { isObject, type JsonObject } from '../json-object.ts';
import { suggestHint } from '../suggest.ts';
import { texts, type Draft } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import type { Path } from './source-text.ts';

/** Whoever is named in permissions or at a field must be a role of this installation. */
export function checkRoles(draft: Draft): Found[] {
  return [...draft.resources.values()].flatMap(({ name, declared }) => {
    const path = ['resources', name];
    return [
      ...Object.keys(objectAt(declared.permissions)).flatMap((role) =>
        checkRole(draft, role, [...path, 'permissions', role], 'key'),
      ),
      ...Object.entries(objectAt(declared.permissions)).flatMap(([role, operations]) =>
        checkRepeated(operations, [...path, 'permissions', role]),
      ),
      ...Object.entries(objectAt(declared.fields)).flatMap(([field, declaration]) =>
        ['read', 'write'].flatMap((setting) =>
          checkList(draft, objectAt(declaration)[setting], [...path, 'fields', field, setting]),
        ),
      ),
    ];
  });
}

function checkList(draft: Draft, roles: unknown, path: Path): Found[] {
  const unknown = texts(roles).flatMap((role, index) =>
    checkRole(draft, role, [...path, index], 'value'),
  );
  return [...unknown, ...checkRepeated(roles, path)];
}

function checkRole(draft: Draft, role: string, path: Path, at: 'key' | 'value'): Found[] {
  if (draft.roles.has(role)) return [];
  const roles = [...draft.roles.keys()];
  return [
    found('D017', path, { value: role, roles: roles.join(', ') }, suggestHint(role, roles), at),
  ];
}

function checkRepeated(list: unknown, path: Path): Found[] {
  const names = texts(list);
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [found('D012', [...path, index])] : [],
  );
}

function objectAt(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
