import { Box, Typography } from '@mui/material';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import type { ParsedAddress } from './parse-addresses.ts';
import { useTexts } from '../../messages/texts.ts';

/** What was understood of a pasted list, before anybody is invited. */
export function InvitePreview({ parsed }: { parsed: readonly ParsedAddress[] }) {
  const { invite: texts } = useTexts('people');
  const count = parsed.filter(({ state }) => state === 'ok').length;
  const left = parsed.length - count;
  return (
    <Box role="group" aria-label={texts.preview}>
      <Typography component={Status} sx={{ fontSize: '0.84375rem', fontWeight: 600 }}>
        {fillTemplate(texts.understood, { count })}
        {left > 0 ? ` · ${fillTemplate(texts.notUnderstood, { count: left })}` : ''}
      </Typography>
      <Box component="ul" tabIndex={0} aria-label={texts.preview} sx={listSx}>
        {parsed.map(({ state, email, name }, index) => (
          <Box component="li" key={index} sx={{ color: state === 'ok' ? undefined : 'error.main' }}>
            {name ? `${name} · ` : ''}
            {email} – {texts.states[state]}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const listSx = {
  maxHeight: 180,
  overflow: 'auto',
  m: 0,
  mt: 0.5,
  px: 1.5,
  py: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  listStyle: 'none',
  fontSize: '0.84375rem',
  overflowWrap: 'anywhere',
};
