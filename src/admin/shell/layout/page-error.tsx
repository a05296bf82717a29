import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { ChunkError } from '../start/load-chunk.ts';

type PageErrorProps = { error?: unknown; resetErrorBoundary: (reason?: unknown) => void };

/** What is shown in place of a page that broke. */
export function PageError({ error, resetErrorBoundary }: PageErrorProps) {
  const translate = useTranslate();
  // React keeps that a part did not come: only the whole page can ask for it again.
  const isPartMissing = error instanceof ChunkError;
  return (
    <Box role="alert" sx={boxSx}>
      <Box>
        <strong>{translate('ra.page.error')}</strong>
        <br />
        {translate(isPartMissing ? 'layout.partFailed' : 'ra.message.error')}
        {error instanceof Error && !isPartMissing ? <code>{` ${error.message}`}</code> : null}
      </Box>
      <Button
        color="inherit"
        sx={{ flex: 'none' }}
        startIcon={<RefreshIcon />}
        onClick={isPartMissing ? () => location.reload() : resetErrorBoundary}
      >
        {translate(isPartMissing ? 'layout.loadAgain' : 'layout.retry')}
      </Button>
    </Box>
  );
}

// Of what is there already: where a part could not be loaded, this one could not be either.
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
