import { newlyRetired } from '../../../fields/type/retired-values.ts';
import { checkRepeated } from './screen-checks.ts';
import { needsDatabase } from '../../../fields/type/operators.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { isObject } from '../../json-object.ts';
import { fieldsRead, leavesOf } from '../../rules/target-filters.ts';
import { suggestHint } from '../../suggest.ts';
import { asTexts, type Draft, type DraftResource, asObject } from '../draft.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import type { Filter } from '../../filter/filter.ts';
import { readWhere } from '../../filter/where.ts';
import { checkFilter } from './filter-checks.ts';
import { checkField } from '../../field-check.ts';

/** Checks that the roles in permissions and fields exist, and that some role has `all`. */
export function checkRoles(draft: Draft): Flaw[] {
  const isGoverned = [...draft.roles.values()].some(({ all }) => all);
  return [
    ...(isGoverned ? [] : [keyFlaw('D028', ['roles'], {})]),
    ...[...draft.resources.values()].flatMap((resource) => checkNamedRoles(draft, resource)),
  ];
}

function checkNamedRoles(draft: Draft, resource: DraftResource): Flaw[] {
  const { name, declared } = resource;
  const path = ['resources', name];
  const permissions = Object.entries(asObject(declared.permissions));
  return [
    ...permissions.flatMap(([role, rights]) => {
      const at = [...path, 'permissions', role];
      return [...checkRole(draft, role, at, 'key'), ...checkRepeated(asTexts(rights), at)];
    }),
    ...Object.entries(asObject(declared.fields)).flatMap(([field, declaration]) =>
      ['read', 'write'].flatMap((setting) =>
        checkRoleList(draft, asObject(declaration)[setting], [...path, 'fields', field, setting]),
      ),
    ),
  ];
}

/** A list of roles that exist, each named once. */
export function checkRoleList(draft: Draft, roles: unknown, path: Path): Flaw[] {
  return [...checkRoleNames(draft, roles, path), ...checkRepeated(asTexts(roles), path)];
}

export function checkRoleNames(draft: Draft, roles: unknown, path: Path): Flaw[] {
  return asTexts(roles).flatMap((role, index) => checkRole(draft, role, [...path, index], 'value'));
}

function checkRole(draft: Draft, role: string, path: Path, at: 'key' | 'value'): Flaw[] {
  if (draft.roles.has(role)) return [];
  const roles = [...draft.roles.keys()];
  const params = { value: role, roles: roles.join(', ') };
  return [{ ...flaw('D017', path, params, suggestHint(role, roles)), at }];
}

/** Checks the filters of permissions: they are valid, and read only fields that their role may read. */
export function checkPermissions(resource: DraftResource, draft: Draft): Flaw[] {
  return Object.entries(asObject(resource.declared.permissions)).flatMap(([role, rights]) =>
    Object.entries(asObject(rights))
      .filter(([, right]) => isObject(right))
      .flatMap(([operation, filter]) => checkRight(draft, resource, { role, operation, filter })),
  );
}

function checkRight(
  { resources }: Draft,
  resource: DraftResource,
  { role, operation, filter }: { role: string; operation: string; filter: unknown },
): Flaw[] {
  const path = ['resources', resource.name, 'permissions', role, operation];
  // The set of visible records would reveal the values of the field.
  const isHidden = (of: DraftResource | undefined, name: string) =>
    of?.fields.get(name)?.read?.includes(role) === false;
  return checkRows({ resource, resources }, { filter, path, isHidden }, (value) =>
    flaw('D031', path, { value, role }),
  );
}

type Rows = {
  filter: unknown;
  path: Path;
  /** Whether those who see the records may not read a field. */
  isHidden(of: DraftResource | undefined, name: string): boolean;
};

/** Checks a filter that decides which records somebody sees. */
export function checkRows(
  { resource, resources }: { resource: DraftResource; resources: Draft['resources'] },
  { filter, path, isHidden }: Rows,
  toFlaw: (field: string) => Flaw,
): Flaw[] {
  const problems = checkFilter({ resource, resources }, filter, path);
  if (problems.length > 0) return problems;
  const read = readWhere({ resource, resources }, filter);
  if (!('filter' in read)) return [];
  const unknown = checkKnown(resource, read.filter, path);
  if (unknown.length > 0) return unknown;
  return fieldsRead(resources, resource.name, read.filter)
    .filter((each) => isHidden(resources.get(each.resource), each.field))
    .map((each) => toFlaw(each.isBeyond ? `${each.resource}.${each.field}` : each.field));
}

/** A filter that is also judged in memory, where neither the tree of a record nor the text of its files is known. */
export function checkKnown(resource: DraftResource, filter: Filter, path: Path): Flaw[] {
  if (!leavesOf(filter).some(({ operator }) => needsDatabase(operator))) return [];
  const { message } = problem('Q024', '');
  return [flaw('D029', path, { resource: resource.name, reason: message })];
}

/** Checks the resource `users`, the only one that the system itself needs: each account is a record of it. */
export function checkUsers(draft: Draft): Flaw[] {
  const users = draft.resources.get('users');
  if (!users) {
    const hint = suggestHint('users', draft.resources.keys());
    return [keyFlaw('D026', ['resources'], { value: 'users' }, hint)];
  }
  const path = ['resources', 'users', 'fields'];
  const missing = Object.keys(needed).filter((name) => !users.fieldNames.includes(name));
  const unfit = Object.entries(needed).flatMap(([name, values]) => {
    const field = users.fields.get(name);
    const refused =
      field &&
      values(draft).filter(
        (value) =>
          'problems' in checkField(field, value) ||
          newlyRetired(field, value, undefined, name).length > 0,
      );
    return !refused || refused.length === 0
      ? []
      : [keyFlaw('D027', [...path, name], { value: refused.join(', ') })];
  });
  const email = users.fields.get('email');
  const unsafe = email && !(email.required && email.unique);
  return [
    ...missing.map((name) => keyFlaw('D026', path, { value: name })),
    ...unfit,
    ...(unsafe ? [keyFlaw('D013', [...path, 'email'], { value: 'email' })] : []),
  ];
}

/** The fields that the system reads and writes, with values that each must be able to hold. */
const needed: Readonly<Record<string, (draft: Draft) => readonly string[]>> = {
  email: () => ['somebody@example.org'],
  name: () => ['Somebody'],
  role: (draft) => [...draft.roles.keys()],
  status: () => ['pending', 'confirmed', 'disabled', 'invited'],
};
