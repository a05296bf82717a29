import { isObject, type JsonObject } from '../json-object.ts';
import { suggestHint } from '../suggest.ts';
import { isSystemPath } from './address-checks.ts';
import { texts, type Draft } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import type { Path } from './source-text.ts';
import type { Descriptor } from '../descriptor.ts';

/** Pages: names and addresses of their own, roles and groups that are there. */
export function checkPages(draft: Draft): Found[] {
  const app = isObject(draft.source.app) ? draft.source.app : {};
  const pages = objectsIn(app.pages);
  const groups = objectsIn(app.groups).map(({ key }) => String(key));
  const names = pages.map(({ name }) => name);
  return pages.flatMap((page, index) => {
    const path = ['app', 'pages', index];
    return [
      ...(names.indexOf(page.name) < index ? [found('D012', [...path, 'name'])] : []),
      ...checkPath(draft, pages, index, [...path, 'path']),
      ...checkRoles(draft, page).map(({ index: at, value, roles }) =>
        found(
          'D017',
          [...path, 'roles', at],
          { value, roles: roles.join(', ') },
          suggestHint(value, roles),
        ),
      ),
      ...(typeof page.group !== 'string' || groups.includes(page.group)
        ? []
        : [
            found(
              'D032',
              [...path, 'group'],
              { value: page.group, groups: groups.join(', ') || '-' },
              suggestHint(page.group, groups),
            ),
          ]),
    ];
  });
}

function checkRoles(draft: Draft, page: JsonObject) {
  const roles = [...draft.roles.keys()];
  return texts(page.roles)
    .map((value, index) => ({ value, index, roles }))
    .filter(({ value }) => !roles.includes(value));
}

function checkPath(draft: Draft, pages: readonly JsonObject[], index: number, at: Path): Found[] {
  const path = pages[index]?.path;
  if (typeof path !== 'string') return [];
  const [, first = ''] = path.split('/');
  if (isSystemPath(path)) return [found('D009', at, { value: path })];
  const before = pages.slice(0, index).find((page) => page.path === path);
  const owner = [...draft.resources.values()].find(
    ({ name, declared }) => first === name || `/${first}` === declared.path,
  );
  if (!owner && !before) return [];
  const other = owner?.name ?? 'another page';
  return [found('D048', at, { value: path, other })];
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map((each) => (isObject(each) ? each : {})) : [];
}

/** What is known of the code of a page without loading it. */
type KnownPage = { name: string; resources: readonly string[] };

/**
 * Whether each page that is declared has code, and code is declared. Code is for installations with
 * the resources it works on; in another world it is no business of the descriptor.
 */
export function checkPageCode(descriptor: Descriptor, known: readonly KnownPage[]): Found[] {
  const { pages } = descriptor.app;
  const names = known.map(({ name }) => name);
  return [
    ...pages.flatMap(({ name }, index) =>
      names.includes(name)
        ? []
        : [
            found(
              'D049',
              ['app', 'pages', index, 'name'],
              { value: name },
              suggestHint(name, names),
            ),
          ],
    ),
    ...known
      .filter(({ resources }) => resources.every((name) => descriptor.resources.has(name)))
      .filter(({ name }) => !pages.some((page) => page.name === name))
      .map(({ name }) => found('D050', ['app'], { value: name }, undefined, 'key')),
  ];
}
