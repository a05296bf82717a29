import { checkRoleNames } from './role-checks.ts';
import { checkGroup, checkRepeatedNames, checkResourceName } from './screen-checks.ts';
import type { JsonObject } from '../../json-object.ts';
import { suggestHint } from '../../suggest.ts';
import { isSystemPath } from './address-checks.ts';
import { type Draft, asObject, asObjects } from '../draft.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import type { Descriptor } from '../../descriptor.ts';

/** Checks pages: their names and addresses are unique, and their roles, groups and resources exist. */
export function checkPages(draft: Draft): Flaw[] {
  const pages = asObjects(asObject(draft.source.app).pages);
  const problems = pages.flatMap((page, index) => {
    const path = ['app', 'pages', index];
    return [
      ...checkPath(draft, pages, index, [...path, 'path']),
      ...checkRoleNames(draft, page.roles, [...path, 'roles']),
      ...checkGroup(draft, page.group, [...path, 'group']),
      ...(typeof page.fills === 'string'
        ? checkResourceName(draft, page.fills, [...path, 'fills'])
        : []),
    ];
  });
  return [...checkRepeatedNames(pages, ['app', 'pages']), ...problems];
}

function checkPath(draft: Draft, pages: readonly JsonObject[], index: number, at: Path): Flaw[] {
  const path = pages[index]?.path;
  if (typeof path !== 'string') return [];
  const [, first = ''] = path.split('/');
  if (isSystemPath(path)) return [flaw('D009', at, { value: path })];
  const before = pages.slice(0, index).find((page) => page.path === path);
  const owner = [...draft.resources.values()].find(
    ({ name, declared }) => first === name || `/${first}` === declared.path,
  );
  if (!owner && !before) return [];
  const other = owner?.name ?? 'another page';
  return [flaw('D048', at, { value: path, other })];
}

/** The facts about the code of a page that are known without loading it. */
type KnownPage = { name: string; resources: readonly string[] };

/**
 * Checks that each declared page has code, and that each page with code is declared.
 * Code only counts in installations that have all the resources it uses.
 */
export function checkPageCode(descriptor: Descriptor, knownPages: readonly KnownPage[]): Flaw[] {
  const { pages } = descriptor.app;
  const names = knownPages.map(({ name }) => name);
  return [
    ...pages.flatMap(({ name }, index) =>
      names.includes(name)
        ? []
        : flaw('D049', ['app', 'pages', index, 'name'], { value: name }, suggestHint(name, names)),
    ),
    ...knownPages
      .filter(({ resources }) => resources.every((name) => descriptor.resources.has(name)))
      .filter(({ name }) => !pages.some((page) => page.name === name))
      .map(({ name }) => keyFlaw('D050', ['app'], { value: name })),
  ];
}
