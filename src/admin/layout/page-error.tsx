import RefreshIcon from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';

type PageErrorProps = { error?: unknown; resetErrorBoundary: (reason?: unknown) => void };

/** What is shown in place of a page that broke. */
export function PageError({ error, resetErrorBoundary }: PageErrorProps) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      sx={{ maxWidth: 720, mx: 'auto', mt: 4 }}
      action={
        <Button color="inherit" startIcon={<RefreshIcon />} onClick={resetErrorBoundary}>
          {translate('layout.retry')}
        </Button>
      }
    >
      <AlertTitle>{translate('ra.page.error')}</AlertTitle>
      {translate('ra.message.error')}
      {error instanceof Error ? <code>{` ${error.message}`}</code> : null}
    </Alert>
  );
}
