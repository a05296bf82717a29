import type { ComponentType } from 'react';
import { lazyPage } from '../kit/lazy-page.tsx';
import { loadTexts } from '../messages/texts.ts';

/** A page in a chunk of its own, drawn when its texts are there, too; no other page waits for them. */
const page = (
  load: () => Promise<ComponentType>,
  texts: Parameters<typeof loadTexts>[0],
): ComponentType =>
  lazyPage(async () => {
    const [Page] = await Promise.all([load(), loadTexts(texts)]);
    return Page;
  });

const ofPeople = import.meta.glob('/src/admin/messages/*/people.ts');
const ofTransfer = import.meta.glob('/src/admin/messages/*/transfer.ts');
const ofDuplicates = import.meta.glob('/src/admin/messages/*/duplicates.ts');

export const OverviewPage = page(
  async () => (await import('./people/overview-page.tsx')).OverviewPage,
  ofPeople,
);

export const WidgetsPage = page(
  async () => (await import('./people/widgets-page.tsx')).WidgetsPage,
  ofPeople,
);

export const OutboxPage = page(
  async () => (await import('./people/outbox-page.tsx')).OutboxPage,
  ofPeople,
);

export const AuditPage = page(
  async () => (await import('./people/audit-page.tsx')).AuditPage,
  ofPeople,
);

export const ProfilePage = page(
  async () => (await import('./profile/profile-page.tsx')).ProfilePage,
  ofPeople,
);

export const ImportPage = page(
  async () => (await import('../files/import-page.tsx')).ImportPage,
  ofTransfer,
);

export const JobPage = page(
  async () => (await import('../files/job-page.tsx')).JobPage,
  ofTransfer,
);

export const JobsPage = page(
  async () => (await import('../files/jobs-page.tsx')).JobsPage,
  ofTransfer,
);

export const ToolsPage = page(
  async () => (await import('./tools/tools-page.tsx')).ToolsPage,
  ofTransfer,
);

export const DuplicatesPage = page(
  async () => (await import('./duplicates/duplicates-page.tsx')).DuplicatesPage,
  ofDuplicates,
);
