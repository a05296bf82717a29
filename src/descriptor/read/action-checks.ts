import { isObject, type JsonObject } from '../json-object.ts';
import { suggestHint } from '../suggest.ts';
import { checkField, texts, type Draft, type DraftResource } from './draft.ts';
import { checkFilter } from './filter-checks.ts';
import { found, type Found } from './grammar-problems.ts';

/** Actions: names of their own, roles that are there, and forms of fields that are right. */
export function checkActions(draft: Draft): Found[] {
  return [...draft.resources.values()].flatMap((resource) => {
    const { actions } = resource.declared;
    const declared: unknown[] = Array.isArray(actions) ? actions : [];
    const names = declared.map((action) => (isObject(action) ? action.name : undefined));
    return declared.flatMap((action, index) =>
      isObject(action)
        ? checkAction(draft, resource, action, index, names.indexOf(action.name) < index)
        : [],
    );
  });
}

function checkAction(
  draft: Draft,
  resource: DraftResource,
  action: JsonObject,
  index: number,
  isRepeated: boolean,
): Found[] {
  const path = ['resources', resource.name, 'actions', index];
  const roles = [...draft.roles.keys()];
  const form = isObject(action.form) && isObject(action.form.fields) ? action.form.fields : {};
  return [
    ...(isRepeated ? [found('D012', [...path, 'name'])] : []),
    ...texts(action.roles).flatMap((role, at) =>
      roles.includes(role)
        ? []
        : [
            found(
              'D017',
              [...path, 'roles', at],
              { value: role, roles: roles.join(', ') },
              suggestHint(role, roles),
            ),
          ],
    ),
    ...(isObject(action.when) ? checkFilter(resource, action.when, [...path, 'when']) : []),
    ...Object.entries(form).flatMap(([field, declaration]) =>
      checkField([...path, 'form', 'fields', field], declaration),
    ),
  ];
}
