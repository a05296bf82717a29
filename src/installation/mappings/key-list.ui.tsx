import Box from '@mui/material/Box';
import { useText } from '../../admin/messages/use-text.ts';
import type { Text } from '../../fields/field.ts';
import type { TermState } from './kinds.ts';
import { texts } from './overview-texts.ts';

const move = { keys: ['↑', '↓'], label: texts.keyMove };
const undo = { keys: ['U'], label: texts.undo };

const keysOf: Record<TermState, readonly { keys: readonly string[]; label: Text }[]> = {
  open: [
    move,
    { keys: ['1', '2', '3', '4'], label: texts.keyAccept },
    { keys: ['S'], label: texts.choose },
    { keys: ['N'], label: texts.create },
    { keys: ['X'], label: texts.reject },
    undo,
  ],
  conflict: [move, { keys: ['1', '2'], label: texts.keyKeep }, undo],
  rejected: [move, { keys: ['O'], label: texts.reopen }, undo],
};

/** The keys by which terms are decided; not on what has none. */
export function KeyList({ state }: { state: TermState }) {
  const say = useText();
  return (
    <Box
      component="section"
      aria-label={say(texts.keys)}
      sx={{
        display: { xs: 'none', sm: 'flex' },
        '@media (pointer: coarse)': { display: 'none' },
        flexWrap: 'wrap',
        gap: 2,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <span>{say(texts.keys)}:</span>
      {keysOf[state].map(({ keys, label }) => (
        <span key={keys.join()}>
          {keys.map((key) => (
            <Box key={key} component="kbd" sx={kbdSx}>
              {key}
            </Box>
          ))}{' '}
          {say(label)}
        </span>
      ))}
    </Box>
  );
}

const kbdSx = {
  px: 0.75,
  mr: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: '4px',
  bgcolor: 'background.paper',
  fontFamily: 'inherit',
  fontSize: '0.75rem',
};
