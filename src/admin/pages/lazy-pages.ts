import type { ComponentType } from 'react';
import { lazyPage } from '../kit/lazy-pages.tsx';
import { loadTexts } from '../messages/texts.ts';

/** Pages in chunks of their own, drawn when their texts are there, too; no other page waits for them. */
const pagesWith =
  (texts: Parameters<typeof loadTexts>[0]) =>
  (load: () => Promise<ComponentType>): ComponentType =>
    lazyPage(async () => (await Promise.all([load(), loadTexts(texts)]))[0]);

const people = pagesWith(import.meta.glob('/src/admin/messages/*/people.ts'));
const files = pagesWith(import.meta.glob('/src/admin/messages/*/transfer.ts'));
const duplicates = pagesWith(import.meta.glob('/src/admin/messages/*/duplicates.ts'));

export const OverviewPage = people(
  async () => (await import('./people/overview-page.tsx')).OverviewPage,
);
export const WidgetsPage = people(
  async () => (await import('./people/widgets-page.tsx')).WidgetsPage,
);
export const OutboxPage = people(async () => (await import('./people/outbox-page.tsx')).OutboxPage);
export const AuditPage = people(async () => (await import('./people/audit-page.tsx')).AuditPage);
export const ProfilePage = people(
  async () => (await import('./profile/profile-page.tsx')).ProfilePage,
);
export const ImportPage = files(async () => (await import('../files/import-page.tsx')).ImportPage);
export const JobPage = files(async () => (await import('../files/job-page.tsx')).JobPage);
export const JobsPage = files(async () => (await import('../files/jobs-page.tsx')).JobsPage);
export const ToolsPage = files(async () => (await import('./tools/tools-page.tsx')).ToolsPage);
export const DuplicatesPage = duplicates(
  async () => (await import('./duplicates/duplicates-page.tsx')).DuplicatesPage,
);
