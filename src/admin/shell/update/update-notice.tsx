import { Alert, AlertTitle, Button, Stack } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasUnfinishedWork } from './unfinished-work.ts';
import { useTexts } from '../../messages/texts.ts';

/** As long as a notice stays (specification, §9), so that it can be read before the reload. */
const READING_TIME_MS = 3_000;

type UpdateNoticeProps = { onRefresh: () => void; onClose: () => void };

/** Announces a newer build and reloads the page, as soon as nothing that the user has started could be lost. */
export function UpdateNotice({ onRefresh, onClose }: UpdateNoticeProps) {
  const texts = useTexts('update');
  const [asks, setAsks] = useState(hasUnfinishedWork);
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    // A part of the page that loads is unfinished work, too, but ends by itself.
    const timer = setInterval(() => {
      if (hasUnfinishedWork()) return setAsks(true);
      clearInterval(timer);
      refresh();
    }, READING_TIME_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <Alert severity="warning" variant="filled" onClose={onClose} sx={noticeSx}>
      <AlertTitle>{texts.title}</AlertTitle>
      {texts.text}
      {asks && (
        <>
          {' '}
          {texts.unsaved}
          <Stack direction="row" spacing={1} sx={{ mt: 1.5 }}>
            <Button color="inherit" variant="outlined" size="small" onClick={onRefresh}>
              {texts.refresh}
            </Button>
            <Button color="inherit" size="small" onClick={onClose}>
              {texts.later}
            </Button>
          </Stack>
        </>
      )}
    </Alert>
  );
}

const noticeSx = {
  position: 'fixed',
  zIndex: 'snackbar',
  right: 16,
  bottom: 16,
  maxWidth: 'min(420px, calc(100vw - 32px))',
  '@media print': { display: 'none' },
};
