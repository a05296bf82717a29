import type { Descriptor } from '../descriptor/descriptor.ts';
import { flaw, type Flaw, keyFlaw } from '../descriptor/read/grammar-problems.ts';
import type { RouteCode } from './extending/define-route.ts';
import type { Route } from './http/route.ts';
import { listRoutes } from './routes.ts';
import { findActionCode } from './actions/routes.ts';
import type { ActionCode } from './actions/define-action.ts';
import { suggestHint } from '../descriptor/suggest.ts';
import { nameOfField } from '../store/system/hooks/field-code.ts';
import { isScheduled, type HookCode } from '../store/system/hooks/hook-code.ts';
import { declaredIcons } from '../descriptor/icons.ts';
import { findIcons, iconNames } from './http/answer/icon-set.ts';

/**
 * Checks that every declared action has code or names a route of the API, and that all code is for an
 * action of a resource of this installation.
 */
export function checkActionCode(
  descriptor: Descriptor,
  actions: readonly ActionCode[],
  routes: readonly RouteCode[] = [],
): Flaw[] {
  const served = new Set(listRoutes(descriptor, { routes }).map(toKey));
  const resources = [...descriptor.resources.values()];
  return [
    ...resources.flatMap((resource) =>
      resource.actions.flatMap((action, index) => {
        const path = ['resources', resource.name, 'actions', index];
        const key = `${action.method} ${action.path.replace('{_id}', '*')}`;
        const params = { route: `${action.method} ${action.path}` };
        const isServed = served.has(key);
        if (!findActionCode(actions, resource, action))
          return isServed ? [] : [flaw('D034', path, params)];
        served.add(key);
        return isServed ? [flaw('D036', path, params)] : [];
      }),
    ),
    ...actions
      .filter(({ resource, name }) => {
        const declared = descriptor.resources.get(resource)?.actions;
        return declared !== undefined && !declared.some((action) => action.name === name);
      })
      .map(({ resource, name }) => keyFlaw('D035', ['resources', resource], { value: name })),
  ];
}

function toKey({ method, path }: Route): string {
  return `${method} ${path.replace(/:\w+/, '*')}`;
}

type NamedField = { resource: string; field: string };

/** Checks that code computes every field that is declared so and no other. */
export function checkFieldCode({ resources }: Descriptor, computed: readonly NamedField[]): Flaw[] {
  const withCode = new Set(computed.map(nameOfField));
  return [
    ...[...resources.values()].flatMap(({ name: resource, fields }) =>
      [...fields.values()]
        .filter((field) => field.computedInCode)
        .map(({ name: field }) => ({ resource, field }))
        .filter((each) => !withCode.has(nameOfField(each)))
        .map((each) =>
          flaw('D094', [...pathOf(each), 'computedInCode'], { value: nameOfField(each) }),
        ),
    ),
    ...computed.flatMap((named): Flaw[] => {
      const resource = resources.get(named.resource);
      if (!resource) return [unknown(['resources'], named.resource, resources.keys())];
      const field = resource.fields.get(named.field);
      const fields = ['resources', named.resource, 'fields'];
      if (!field) return [unknown(fields, named.field, resource.fields.keys())];
      if (field.computedInCode) return [];
      return [keyFlaw('D095', pathOf(named), {}, 'add "computedInCode": true')];
    }),
  ];
}

function pathOf({ resource, field }: NamedField): string[] {
  return ['resources', resource, 'fields', field];
}

function unknown(path: string[], value: string, candidates: Iterable<string>): Flaw {
  return keyFlaw('D096', path, { value }, suggestHint(value, candidates));
}

/** Checks that every hook is for a resource that the descriptor declares. */
export function checkHookCode({ resources }: Descriptor, hooks: readonly HookCode[] = []): Flaw[] {
  const named = hooks.flatMap((code) => (isScheduled(code) ? [] : [code.resource]));
  return [...new Set(named)]
    .filter((name) => !resources.has(name))
    .map((value) =>
      keyFlaw('D087', ['resources'], { value }, suggestHint(value, resources.keys())),
    );
}

/** Reports icons that the set does not have, with the name that was probably meant. */
export function checkIcons({ source }: Pick<Descriptor, 'source'>): Flaw[] {
  const icons = declaredIcons(source);
  const paths = findIcons(icons.map(({ name }) => name));
  return icons
    .filter(({ name }) => !paths.has(name))
    .map(({ name, path }) =>
      flaw('D066', [...path], { value: name }, suggestHint(name, iconNames())),
    );
}
