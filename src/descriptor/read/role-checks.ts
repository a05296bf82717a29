import { isObject, type JsonObject } from '../json-object.ts';
import { suggestHint } from '../suggest.ts';
import { texts, type Draft, type DraftResource } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import type { Path } from './source-text.ts';

/** Whoever is named in permissions or at a field must be a role of this installation. */
export function checkRoles(draft: Draft): Found[] {
  const isGoverned = [...draft.roles.values()].some(({ all }) => all);
  return [
    ...(isGoverned ? [] : [found('D028', ['roles'], {}, undefined, 'key')]),
    ...[...draft.resources.values()].flatMap((resource) => checkNamedRoles(draft, resource)),
  ];
}

function checkNamedRoles(draft: Draft, resource: DraftResource): Found[] {
  const { name, declared } = resource;
  const path = ['resources', name];
  const permissions = Object.entries(objectAt(declared.permissions));
  return [
    ...permissions.flatMap(([role, rights]) => {
      const at = [...path, 'permissions', role];
      return [...checkRole(draft, role, at, 'key'), ...checkRepeated(rights, at)];
    }),
    ...Object.entries(objectAt(declared.fields)).flatMap(([field, declaration]) =>
      ['read', 'write'].flatMap((setting) =>
        checkRoleList(draft, objectAt(declaration)[setting], [...path, 'fields', field, setting]),
      ),
    ),
  ];
}

/** A list of roles that are there, each named once. */
export function checkRoleList(draft: Draft, roles: unknown, path: Path): Found[] {
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
