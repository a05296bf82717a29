import { lazyPage } from './lazy-page.tsx';
import { loadTexts } from '../messages/texts.ts';

/* Who goes straight to a list does not wait for these. */

export const DashboardPage = lazyPage(
  async () => (await import('../pages/dashboard-page.tsx')).DashboardPage,
);

export const InfoPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import('../pages/info/info-page.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/info.ts')),
  ]);
  return page.InfoPage;
});

export const StructurePage = lazyPage(
  async () => (await import('../pages/structure/structure-page.tsx')).StructurePage,
);

export const NotFoundPage = lazyPage(
  async () => (await import('../pages/not-found-page.tsx')).NotFoundPage,
);

export const AccessDeniedPage = lazyPage(
  async () => (await import('./access-denied-page.tsx')).AccessDeniedPage,
);
