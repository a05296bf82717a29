import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { Ago } from '../../kit/ago.tsx';
import { closePalette } from '../../kit/palette-state.ts';
import { latestNotices } from './notices.tsx';

/** The latest notices, to be read again. */
export function NoticeList() {
  const translate = useTranslate();
  const title = useId();
  const notices = latestNotices.use();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={closePalette} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('layout.latest_notices')}</DialogTitle>
      <DialogContent tabIndex={0}>
        {notices.length === 0 && translate('layout.no_notices')}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {notices.map(({ id, at, type, text }) => (
            <Box component="li" key={id} sx={lineSx}>
              <Box
                component="span"
                sx={{ flex: 1, ...(type === 'error' && { color: 'error.main' }) }}
              >
                {text}
              </Box>
              <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
                <Ago moment={at.toISOString()} />
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={closePalette}>
          {translate('list.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const lineSx = {
  display: 'flex',
  gap: 2,
  py: 1,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  '& + &': { borderTop: 1, borderColor: 'divider' },
};
