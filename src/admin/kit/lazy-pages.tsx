import { lazy, Suspense, type ComponentType } from 'react';
import { withProgress } from '../client/progress.ts';
import { loadTexts } from '../messages/texts.ts';

/** A page in a chunk of its own; while it comes the frame stays and the progress bar runs. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  const Page = lazy(async () => ({ default: await withProgress(load()) }));
  return function LazyPage() {
    return (
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    );
  };
}

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
  async () => (await import('./message-page.tsx')).AccessDeniedPage,
);
