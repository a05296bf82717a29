import { useEffect } from 'react';
import { useGlobalKeys } from '../keys/use-global-keys.ts';
import { withProgress } from '../../client/progress.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { EarlyInput } from './early-input.tsx';
import { closePalette, useOpenDialog } from '../../kit/palette-state.ts';

const Palette = lazyPart(
  () => withProgress(import('./palette.tsx')),
  'Palette',
  import.meta.glob('/src/admin/messages/*/shell/palette.ts'),
);
const KeyList = lazyPart(
  () => withProgress(import('../keys/key-list.tsx')),
  'KeyList',
  import.meta.glob('/src/admin/messages/*/{shell/palette,list/grid-keys}.ts'),
);
const HelpPanel = lazyPart(
  () => withProgress(import('../help/help-panel.tsx')),
  'HelpPanel',
  import.meta.glob('/src/admin/messages/*/shell/help.ts'),
);
const NoticeList = lazyPart(() => withProgress(import('../layout/notice-list.tsx')), 'NoticeList');

/** Handles the keys that work everywhere, and loads what they open with the first use. */
export function PaletteHost() {
  useGlobalKeys();
  // The next user, in a new frame, starts with nothing open.
  useEffect(() => closePalette, []);
  const opened = useOpenDialog();
  if (opened === 'palette') return <Palette fallback={<EarlyInput />} />;
  if (opened === 'keys') return <KeyList />;
  if (opened === 'help') return <HelpPanel />;
  return opened === 'notices' && <NoticeList />;
}
