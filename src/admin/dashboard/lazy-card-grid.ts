import { lazy } from 'react';

/** The cards an installation declares; others have none, and need not load them. */
export const CardGrid = lazy(async () => {
  const [{ CardGrid: Grid }, { loadWorkplaceTexts }] = await Promise.all([
    import('../pages/dashboard/card-grid.tsx'),
    import('./workplace-texts.ts'),
  ]);
  await loadWorkplaceTexts();
  return { default: Grid };
});
