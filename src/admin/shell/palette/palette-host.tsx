import { lazy, Suspense, useEffect } from 'react';
import { loadTexts } from '../../messages/texts.ts';
import { useGlobalKeys } from '../keys/use-global-keys.ts';
import { withProgress } from '../../client/progress.ts';
import { closePalette, useOpened } from '../../kit/palette-state.ts';

const Palette = lazy(() => withProgress(loadPalette()));
const KeyList = lazy(() => withProgress(loadKeyList()));
const NoticeList = lazy(async () => ({
  default: (await withProgress(import('../layout/notice-list.tsx'))).NoticeList,
}));

/** Hears the keys that work everywhere; what they open is loaded with its first use. */
export function PaletteHost() {
  useGlobalKeys();
  // Whoever comes next, in a frame drawn anew, has not opened anything.
  useEffect(() => closePalette, []);
  const opened = useOpened();
  return (
    <Suspense fallback={null}>
      {opened === 'palette' && <Palette />}
      {opened === 'keys' && <KeyList />}
      {opened === 'notices' && <NoticeList />}
    </Suspense>
  );
}

async function loadPalette() {
  const [{ Palette: Loaded }] = await Promise.all([
    import('./palette.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/palette.ts')),
  ]);
  return { default: Loaded };
}

async function loadKeyList() {
  const [{ KeyList: Loaded }] = await Promise.all([
    import('../keys/key-list.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/{palette,grid-keys}.ts')),
  ]);
  return { default: Loaded };
}
