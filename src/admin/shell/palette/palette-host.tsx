import { useTexts } from '../../messages/texts.ts';
import { Box } from '@mui/material';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { useGlobalKeys } from '../keys/use-global-keys.ts';
import { withProgress } from '../../client/progress.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import {
  closePalette,
  useOpenDialog,
  chooseEarly,
  typeInPalette,
  usePaletteText,
} from '../../kit/palette-state.ts';

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

/** Takes what the user types while the palette is loading, in its place. */
function EarlyInput() {
  const texts = useTexts('app');
  const typed = usePaletteText();
  const [opener] = useState(() => document.activeElement);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') chooseEarly(event.ctrlKey || event.metaKey);
    else if (event.key === 'Escape') closePalette();
    else return;
    event.preventDefault();
  };
  return (
    <Box
      component="input"
      // When the palette comes, it takes the focus from where it was, and gives it back there.
      ref={() => () => (opener as HTMLElement | null)?.focus()}
      aria-label={texts.layout.search}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => typeInPalette(event.currentTarget.value)}
      onKeyDown={press}
      sx={earlySx}
    />
  );
}

const earlySx = {
  position: 'fixed',
  zIndex: 'modal',
  top: { xs: 0, sm: '8vh' },
  left: 0,
  right: 0,
  mx: 'auto',
  width: { xs: '100%', sm: 600 },
  height: 52,
  pl: 6,
  border: 0,
  outline: 0,
  borderRadius: { sm: 1 },
  boxShadow: 24,
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '1rem',
};
