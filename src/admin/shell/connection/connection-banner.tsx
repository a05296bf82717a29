import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { connectionLost } from '../../client/http.ts';
import { useTexts } from '../../messages/texts.ts';

/** Milliseconds between attempts to reach the server. */
const AGAIN = 5_000;

/**
 * Shows that the server cannot be reached until it can, then reloads the data on screen. It
 * is part of the frame, because a chunk could not be loaded without a connection.
 */
export function ConnectionBanner() {
  return connectionLost.use() ? <Lost /> : null;
}

function Lost() {
  const texts = useTexts('app');
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
      // The frame was removed: the connection is not back.
      if (connectionLost.get()) return;
      notify(texts.layout.connectionBack, { type: 'success' });
      void queries.invalidateQueries();
    };
  }, [notify, queries, texts]);

  return (
    <Box role="alert" sx={bannerSx}>
      <strong>{texts.layout.connectionLost}</strong> {texts.layout.connectionLostText}
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
