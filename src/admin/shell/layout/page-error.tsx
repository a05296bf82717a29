import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ChunkError } from '../start/load-chunk.ts';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { FailureBoundary } from '../../kit/loading/failure-boundary.tsx';
import { useTexts } from '../../messages/texts.ts';

type PageErrorProps = { error?: unknown; resetErrorBoundary: (reason?: unknown) => void };

/** Shown in place of a page that failed. */
export function PageError({ error, resetErrorBoundary }: PageErrorProps) {
  const texts = useTexts('app');
  const translate = useTranslate();
  // React caches that a chunk failed: only reloading the page requests it again.
  const isPartMissing = error instanceof ChunkError;
  return (
    <Box role="alert" sx={boxSx}>
      <Box>
        <strong>{translate('ra.page.error')}</strong>
        <br />
        {isPartMissing ? texts.layout.partFailed : translate('ra.message.error')}
        {error instanceof Error && !isPartMissing ? <code>{` ${error.message}`}</code> : null}
      </Box>
      <Button
        color="inherit"
        sx={{ flex: 'none' }}
        startIcon={<RefreshIcon />}
        onClick={isPartMissing ? () => location.reload() : resetErrorBoundary}
      >
        {isPartMissing ? texts.layout.loadAgain : texts.layout.retry}
      </Button>
    </Box>
  );
}

// Made only of loaded parts: after a chunk has failed, another one might fail too.
const boxSx = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  maxWidth: 720,
  mx: 'auto',
  mt: 4,
  p: 2,
  border: 1,
  borderColor: 'error.main',
  borderRadius: 2,
  color: 'error.main',
  backgroundColor: 'background.paper',
  overflowWrap: 'anywhere',
};

type ErrorBoundaryProps = {
  /** The part of the address whose pages keep what they share when the user goes from one to another. */
  placeOf?: (pathname: string) => string;
  children: ReactNode;
};

/** Keeps what is around it, such as the menu, when a page fails; another page starts fresh. */
export function ErrorBoundary({ placeOf, children }: ErrorBoundaryProps) {
  const { pathname } = useLocation();
  return (
    <FailureBoundary
      key={placeOf?.(pathname) ?? pathname}
      renderFailure={(error, retry) => <PageError error={error} resetErrorBoundary={retry} />}
    >
      {children}
    </FailureBoundary>
  );
}
