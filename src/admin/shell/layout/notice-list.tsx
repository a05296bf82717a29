import { Box, Button } from '@mui/material';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { closePalette } from '../../kit/palette-state.ts';
import { latestNotices, runAction } from './notice-state.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

/** The latest notices, to read again. */
export function NoticeList() {
  const texts = useTexts('app');
  const notices = latestNotices.use();
  return (
    <DialogFrame
      title={texts.layout.latestNotices}
      content={{ tabIndex: 0 }}
      cancel={texts.list.close}
      focus="cancel"
      onClose={closePalette}
    >
      {notices.length === 0 && texts.layout.noNotices}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {notices.map((notice) => (
          <Box component="li" key={notice.id} sx={lineSx}>
            <Box
              component="span"
              sx={{ flex: 1, ...(notice.type === 'error' && { color: 'error.main' }) }}
            >
              {notice.text}
            </Box>
            {notice.action && (
              <Button
                size="small"
                onClick={() => {
                  closePalette();
                  runAction(notice);
                }}
                sx={{ flex: 'none', py: 0 }}
              >
                {notice.action.label}
              </Button>
            )}
            <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
              <RelativeTime moment={notice.at.toISOString()} />
            </Box>
          </Box>
        ))}
      </Box>
    </DialogFrame>
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
