import { lazyPage } from '../kit/lazy-page.tsx';
import { loadDuplicateTexts } from './duplicate-texts.ts';

export const DuplicatesPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import('../pages/duplicates/duplicates-page.tsx'),
    loadDuplicateTexts(),
  ]);
  return page.DuplicatesPage;
});
