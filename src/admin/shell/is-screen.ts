import type { Descriptor } from '../../descriptor/descriptor.ts';
import { corePages } from './core-pages.ts';
import { isDocsPage } from './help/docs-pages.ts';
import { isFormPath, isVisitorPath } from './start/return-path.ts';

/** Addresses that exist whatever the descriptor says. */
export const ownPages: ReadonlySet<string> = new Set([
  ...Object.keys(corePages),
  '/tools/recipes',
  '/',
  '/lock',
]);

const OVERVIEW = /\/overview$/;

/** Addresses such as `/tools` that redirect to the overview below them (`/tools/overview`). */
export function basePaths({ app }: Descriptor): string[] {
  const paths = [...ownPages, ...app.pages.map((page) => page.path)];
  const bases = paths
    .filter((path) => OVERVIEW.test(path))
    .map((path) => path.replace(OVERVIEW, ''));
  return bases.filter((base) => !paths.includes(base));
}

/** Below the path of a resource; react-admin links to `{id}` alone, which is redirected. */
const pagesOfResource = [
  /^$/,
  /^\/overview$/,
  /^\/create$/,
  /^\/trash$/,
  /^\/details\/[^/]+$/,
  /^\/[^/]+(\/show)?$/,
];

/**
 * Whether an address is a page of this installation. For all others the server responds with
 * 404, by which the browser recognises them before the sign-in.
 */
export function isScreen(descriptor: Descriptor, pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (isFormPath(path)) return hasForm(descriptor, path);
  if (ownPages.has(path) || isVisitorPath(path)) return true;
  if (path.startsWith('/help/')) return isDocsPage(path.slice('/help/'.length));
  if (/^\/structure\/[A-Za-z]\w*$/.test(path)) return true;
  if (/^\/tools\/jobs\/[\w-]+$/.test(path)) return true;
  if (descriptor.app.pages.some((page) => page.path === path)) return true;
  if (basePaths(descriptor).includes(path)) return true;
  return [...descriptor.resources.values()].some((resource) =>
    [resource.path, `/${resource.name}`].some(
      (base) =>
        (path === base || path.startsWith(`${base}/`)) &&
        pagesOfResource.some((page) => page.test(path.slice(base.length))),
    ),
  );
}

function hasForm({ resources }: Descriptor, path: string): boolean {
  return resources.get(path.split('/')[2] ?? '')?.publicForm !== undefined;
}
