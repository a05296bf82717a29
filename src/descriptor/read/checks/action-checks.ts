import { requireEntry } from '../../../fields/require-entry.ts';
import { fieldsBeyond, fieldsOfFilter } from '../../filter/declared-filter.ts';
import { readWhere } from '../../filter/where.ts';
import { checkFilter } from './filter-checks.ts';
import { mayRead } from './reference-checks.ts';
import { checkKnown, checkRoleNames } from './role-checks.ts';
import type { JsonObject } from '../../json-object.ts';
import {
  checkField,
  type Draft,
  type DraftResource,
  asObject,
  asObjects,
  asTexts,
} from '../draft.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import { checkRepeatedNames } from './screen-checks.ts';

/** Checks actions: their names are unique, their roles exist, and the fields of their forms are valid. */
export function checkActions(resource: DraftResource, draft: Draft): Flaw[] {
  const path = ['resources', resource.name, 'actions'];
  const actions = asObjects(resource.declared.actions);
  return [
    ...checkRepeatedNames(actions, path),
    ...actions.flatMap((action, index) => checkAction(draft, resource, action, [...path, index])),
  ];
}

function checkAction(
  draft: Draft,
  resource: DraftResource,
  action: JsonObject,
  path: Path,
): Flaw[] {
  const form = asObject(asObject(action.form).fields);
  return [
    ...checkRoleNames(draft, action.roles, [...path, 'roles']),
    ...(action.when === undefined
      ? []
      : checkJudged(draft, resource, action.when, {
          path: [...path, 'when'],
          roles: rolesOf(draft, action),
        })),
    ...Object.entries(form).flatMap(([field, declaration]) => {
      const at = [...path, 'form', 'fields', field];
      const isStateful = asObject(declaration).states !== undefined;
      const reason = 'only a field of a record can have states';
      return [
        ...checkField(at, declaration),
        ...checkNoRule(declaration, at),
        ...(isStateful ? [keyFlaw('D007', [...at, 'states'], { reason })] : []),
      ];
    }),
  ];
}

/**
 * Checks a condition that the server judges for a stored record. It may ask for other records and for computed values.
 * These roles learn its result, so they must be able to read all that it asks for.
 */
function checkJudged(
  { resources }: Draft,
  resource: DraftResource,
  where: unknown,
  { path, roles }: { path: Path; roles: readonly string[] },
): Flaw[] {
  const problems = checkFilter({ resource, resources }, where, path);
  const read = problems.length > 0 ? undefined : readWhere({ resource, resources }, where);
  if (!read || !('filter' in read)) return problems;
  const { filter } = read;
  const hidden = fieldsOfFilter({ unresolved: filter }).filter((name) => {
    const readers = resource.fields.get(name)?.read;
    return readers !== undefined && roles.some((role) => !readers.includes(role));
  });
  const beyond = fieldsBeyond(filter).flatMap(({ resource: name, field }) =>
    roles
      .filter((role) => !mayRead(requireEntry(resources, name), field, role))
      .map((role) => flaw('D031', path, { value: `${name}.${field}`, role })),
  );
  return [
    ...checkKnown(resource, filter, path),
    ...hidden.map((value) => flaw('D021', path, { value, where: 'an action' })),
    ...beyond,
  ];
}

/** The roles without `all` that may run an action: whether it runs reveals what its filter asks for. */
function rolesOf({ roles }: Draft, action: JsonObject): string[] {
  return asTexts(action.roles).filter((role) => roles.get(role)?.all !== true);
}

/** Reports settings that the database would have to check when it stores the record, because a form is not stored. */
function checkNoRule(declaration: unknown, path: Path): Flaw[] {
  return ['filter', 'tree'].flatMap((setting) =>
    Object.hasOwn(asObject(declaration), setting) ? [keyFlaw('D076', [...path, setting], {})] : [],
  );
}
