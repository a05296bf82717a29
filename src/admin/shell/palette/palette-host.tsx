import { lazy, Suspense, useEffect } from 'react';
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
  const [{ Palette: Loaded }, { loadPaletteTexts }] = await Promise.all([
    import('./palette.tsx'),
    import('../../palette/palette-texts.ts'),
  ]);
  await loadPaletteTexts();
  return { default: Loaded };
}

async function loadKeyList() {
  const [{ KeyList: Loaded }, { loadPaletteTexts }, { loadGridKeyTexts }] = await Promise.all([
    import('../keys/key-list.tsx'),
    import('../../palette/palette-texts.ts'),
    import('../../messages/grid-keys.ts'),
  ]);
  await Promise.all([loadPaletteTexts(), loadGridKeyTexts()]);
  return { default: Loaded };
}
