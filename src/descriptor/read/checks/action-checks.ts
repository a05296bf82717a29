import { checkCondition } from './condition-checks.ts';
import { checkRoleNames } from './role-checks.ts';
import { isDerivedDefault } from '../../filter/tokens.ts';
import type { JsonObject } from '../../json-object.ts';
import {
  checkField,
  type Draft,
  type DraftResource,
  asObject,
  asObjects,
  asTexts,
} from '../draft.ts';
import { type Flaw, keyFlaw } from '../grammar-problems.ts';
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
      : checkCondition(draft, action.when, {
          scope: { resource, resources: draft.resources },
          path: [...path, 'when'],
          roles: rolesOf(draft, action),
          kind: 'an action',
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

/** The roles without `all` that may run an action: whether it runs reveals what its filter asks for. */
function rolesOf({ roles }: Draft, action: JsonObject): string[] {
  return asTexts(action.roles).filter((role) => roles.get(role)?.all !== true);
}

/** Reports settings that the database would have to check when it stores the record, because a form is not stored. */
function checkNoRule(declaration: unknown, path: Path): Flaw[] {
  const declared = asObject(declaration);
  const settings = ['filter', 'tree'].filter((setting) => Object.hasOwn(declared, setting));
  const derived = isDerivedDefault({ default: declared.default }) ? ['default'] : [];
  return [...settings, ...derived].map((setting) => keyFlaw('D076', [...path, setting], {}));
}
