import { Box } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import {
  chooseEarly,
  closePalette,
  typeInPalette,
  usePaletteText,
} from '../../kit/palette-state.ts';
import { useTexts } from '../../messages/texts.ts';

/** Takes what the user types while the palette is loading, in its place. */
export function EarlyInput() {
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
