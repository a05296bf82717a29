import { loadInfoTexts } from '../info/info-texts.ts';
import { lazyPage } from '../kit/lazy-page.tsx';

/* Who goes straight to a list does not wait for these. */

export const DashboardPage = lazyPage(
  async () => (await import('./dashboard-page.tsx')).DashboardPage,
);

export const InfoPage = lazyPage(async () => {
  const [page] = await Promise.all([import('./info/info-page.tsx'), loadInfoTexts()]);
  return page.InfoPage;
});

export const StructurePage = lazyPage(
  async () => (await import('./structure/structure-page.tsx')).StructurePage,
);

export const NotFoundPage = lazyPage(
  async () => (await import('./not-found-page.tsx')).NotFoundPage,
);

export const AccessDeniedPage = lazyPage(
  async () => (await import('../kit/access-denied-page.tsx')).AccessDeniedPage,
);
