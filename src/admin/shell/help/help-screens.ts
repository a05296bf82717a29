import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { CorePath } from '../core-pages.ts';
import type { DocsPlace } from './docs-pages.ts';

/** A screen with help of its own: a page of the app, or one of the screens of every collection. */
export type HelpScreen =
  CorePath | '/tools/recipes' | 'job' | 'list' | 'record' | 'create' | 'trash';

/** Where the documentation explains each screen. */
export const docsOf: Record<HelpScreen, DocsPlace> = {
  '/dashboard': 'handbook#start-your-day',
  '/inbox': 'handbook#your-inbox',
  '/tools/overview': 'files#the-screens',
  '/tools/import': 'files#the-screens',
  '/tools/jobs': 'files#jobs',
  '/tools/recipes': 'files#recipes',
  '/tools/duplicates': 'duplicates#on-the-screens',
  '/admin/overview': 'people#registration',
  '/admin/widgets': 'people',
  '/admin/files': 'operations#files',
  '/admin/outbox': 'people#emails',
  '/admin/mailtexts': 'people#change-the-words-of-an-email',
  '/admin/webhooks': 'webhooks',
  '/admin/audit': 'people#audit-log',
  '/changes': 'history#undo-a-set-of-changes',
  '/structure/overview': 'descriptor',
  '/info/overview': 'operations',
  '/users/myprofile': 'people#my-profile',
  '/help': 'handbook',
  job: 'files#jobs',
  list: 'grid',
  record: 'grid#the-page-of-a-record',
  create: 'troubleshooting#you-cannot-save',
  trash: 'history#get-a-deleted-record-back',
};

/** What an address shows, as far as help is concerned. */
export type ShownScreen = {
  /** A screen of the product. */
  screen?: HelpScreen;
  /** A page or a collection for which the installation may have help of its own. */
  own?: string;
};

/** Pages that share the help of one screen, by the beginning of their addresses. */
const screensBelow: readonly (readonly [start: string, screen: HelpScreen])[] = [
  ['/help/', '/help'],
  ['/structure/', '/structure/overview'],
  ['/tools/jobs/', 'job'],
];

/** Finds the help of an address. Addresses of no screen have none. */
export function findHelp({ app, resources }: Descriptor, pathname: string): ShownScreen {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const page = app.pages.find((each) => each.path === path);
  if (page) return { own: page.name };
  if (path in docsOf && path.startsWith('/')) return { screen: path as HelpScreen };
  const below = screensBelow.find(([start]) => path.startsWith(start));
  if (below) return { screen: below[1] };
  for (const { name, path: base } of resources.values()) {
    if (!path.startsWith(`${base}/`)) continue;
    const rest = path.slice(base.length + 1);
    if (rest === 'overview') return { screen: 'list' };
    if (rest === 'create' || rest === 'trash') return { screen: rest };
    if (rest.startsWith('details/')) return { screen: 'record', own: name };
  }
  return {};
}
