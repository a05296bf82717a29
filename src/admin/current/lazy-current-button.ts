import { lazy } from 'react';

/** The choice of the current record, which nobody's first list waits for. */
export const CurrentButton = lazy(async () => {
  const [{ CurrentButton: Button }, { loadWorkplaceTexts }] = await Promise.all([
    import('./current-button.tsx'),
    import('../dashboard/workplace-texts.ts'),
  ]);
  await loadWorkplaceTexts();
  return { default: Button };
});
