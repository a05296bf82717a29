import type { ComponentType } from 'react';
import { lazyPage } from '../kit/loading/lazy-pages.tsx';
import type { loadTexts } from '../messages/texts.ts';

/** Pages in chunks of their own, rendered once their texts are loaded, too. No other page waits for them. */
const pagesWith =
  (texts: Parameters<typeof loadTexts>[0]) =>
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
    lazyPage(load, name, texts);

const people = pagesWith(import.meta.glob('/src/admin/messages/*/pages/people.ts'));
const files = pagesWith(
  import.meta.glob(
    '/src/admin/messages/*/files/{files,import-recipes,import-rows,import-sheets}.ts',
  ),
);
const changes = pagesWith(import.meta.glob('/src/admin/messages/*/record/changes.ts'));
const duplicates = pagesWith(import.meta.glob('/src/admin/messages/*/pages/duplicates.ts'));

/* A user who opens a list first does not wait for any of these. */

export const DashboardPage = lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage');
export const InboxPage = lazyPage(
  () => import('./inbox/inbox-page.tsx'),
  'InboxPage',
  import.meta.glob('/src/admin/messages/*/pages/inbox.ts'),
);
export const InfoPage = lazyPage(
  () => import('./info/info-page.tsx'),
  'InfoPage',
  import.meta.glob('/src/admin/messages/*/pages/info.ts'),
);
export const StructurePages = lazyPage(
  () => import('./structure/structure-pages.tsx'),
  'StructurePages',
  import.meta.glob(
    '/src/admin/messages/*/{pages/structure*,shell/descriptor-problems,shell/view-as,files/files}.ts',
  ),
);
export const OverviewPage = people(() => import('./people/overview-page.tsx'), 'OverviewPage');
export const WidgetsPage = people(() => import('./people/widgets-page.tsx'), 'WidgetsPage');
export const FilesPage = people(() => import('./people/files-page.tsx'), 'FilesPage');
export const OutboxPage = people(() => import('./people/outbox-page.tsx'), 'OutboxPage');
export const MailTextsPage = people(() => import('./people/mail-texts-page.tsx'), 'MailTextsPage');
export const WebhooksPage = lazyPage(
  () => import('./webhooks/webhooks-page.tsx'),
  'WebhooksPage',
  import.meta.glob('/src/admin/messages/*/pages/{people,webhooks}.ts'),
);
export const AuditPage = people(() => import('./people/audit-page.tsx'), 'AuditPage');
export const ProfilePage = people(() => import('./profile/profile-page.tsx'), 'ProfilePage');
export const ImportPage = files(() => import('../files/import-page.tsx'), 'ImportPage');
export const JobPage = files(() => import('../files/job/job-page.tsx'), 'JobPage');
export const JobsPage = files(() => import('../files/job/jobs-page.tsx'), 'JobsPage');
export const RecipesPage = lazyPage(
  () => import('../files/recipes/recipes-page.tsx'),
  'RecipesPage',
  import.meta.glob('/src/admin/messages/*/files/{files,import-recipes,import-steps}.ts'),
);
export const ToolsPage = files(() => import('./tools/tools-page.tsx'), 'ToolsPage');
export const HelpPage = lazyPage(
  () => import('./help/help-page.tsx'),
  'HelpPage',
  import.meta.glob('/src/admin/messages/*/shell/help.ts'),
);
export const ChangesPage = changes(() => import('./past/changes-page.tsx'), 'ChangesPage');
export const DuplicatesPage = duplicates(
  () => import('./duplicates/duplicates-page.tsx'),
  'DuplicatesPage',
);
