import Box from '@mui/material/Box';
import { Keys } from '../../kit/keys.tsx';
import { useTexts } from '../../messages/texts.ts';

/** What the keys do, for who sees them; the list of keys says it to everybody. */
export function PaletteHints() {
  const { hints } = useTexts('palette');
  return (
    <Box aria-hidden sx={hintsSx}>
      <Hint keys={['ArrowUp', 'ArrowDown']} text={hints.move} />
      <Hint keys={['Enter']} text={hints.open} />
      <Hint keys={['Ctrl+Enter']} text={hints.tab} />
      <Hint keys={['Escape']} text={hints.close} />
    </Box>
  );
}

function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <Keys of={keys} />
      {text}
    </Box>
  );
}

const hintsSx = {
  display: { xs: 'none', sm: 'flex' },
  flexShrink: 0,
  flexWrap: 'wrap',
  gap: 2,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.75rem',
};
