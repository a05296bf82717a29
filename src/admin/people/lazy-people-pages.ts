import type { ComponentType } from 'react';
import { lazyPage } from '../kit/lazy-page.tsx';
import { loadPeopleTexts } from './people-texts.ts';

/* With their texts there, which nobody else waits for. */

const page = (load: () => Promise<ComponentType>): ComponentType =>
  lazyPage(async () => {
    const [Page] = await Promise.all([load(), loadPeopleTexts()]);
    return Page;
  });

export const OverviewPage = page(
  async () => (await import('../pages/people/overview-page.tsx')).OverviewPage,
);

export const WidgetsPage = page(
  async () => (await import('../pages/people/widgets-page.tsx')).WidgetsPage,
);

export const OutboxPage = page(
  async () => (await import('../pages/people/outbox-page.tsx')).OutboxPage,
);

export const AuditPage = page(
  async () => (await import('../pages/people/audit-page.tsx')).AuditPage,
);

export const ProfilePage = page(
  async () => (await import('../pages/profile/profile-page.tsx')).ProfilePage,
);
