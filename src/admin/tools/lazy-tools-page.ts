import { lazyPage } from '../kit/lazy-page.tsx';
import { loadTransferTexts } from '../views/transfer/transfer-texts.ts';

export const ToolsPage = lazyPage(async () => {
  const [page] = await Promise.all([import('../pages/tools/tools-page.tsx'), loadTransferTexts()]);
  return page.ToolsPage;
});
