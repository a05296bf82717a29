import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { connectionLost } from '../../client/http.ts';

/** How often the server is looked for while it is away. */
const AGAIN = 5_000;

/**
 * Says that the server cannot be reached, until it can be, and then reads anew what is shown.
 * It belongs to the frame: what is loaded when it is needed could not be loaded then.
 */
export function ConnectionBanner() {
  return connectionLost.use() ? <Lost /> : null;
}

function Lost() {
  const translate = useTranslate();
  const notify = useNotify();
  const queries = useQueryClient();

  useEffect(() => {
    const ask = async (): Promise<void> => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
      if (answer?.ok) connectionLost.set(false);
    };
    const timer = setInterval(() => void ask(), AGAIN);
    const askNow = (): void => void ask();
    window.addEventListener('online', askNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', askNow);
      // Taken away with its frame: nothing has come back.
      if (connectionLost.get()) return;
      notify('layout.connectionBack', { type: 'success' });
      void queries.invalidateQueries();
    };
  }, [notify, queries]);

  return (
    <Box role="alert" sx={bannerSx}>
      <strong>{translate('layout.connectionLost')}</strong> {translate('layout.connectionLostText')}
    </Box>
  );
}

const bannerSx = {
  px: 2.5,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
  color: 'warning.contrastText',
  backgroundColor: 'warning.main',
  '@media print': { display: 'none' },
};
