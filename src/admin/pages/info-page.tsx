import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import RefreshIcon from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { call } from '../http.ts';
import { PageTitle } from '../views/page-title.tsx';
import { JsonText } from './json-text.tsx';

/** What the server says about itself, as it says it (specification, §2). */
export function InfoPage() {
  const translate = useTranslate();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['info'],
    queryFn: async ({ signal }) => (await call<object>('/api/info', { signal })).json,
    staleTime: 0,
  });
  return (
    <>
      <PageTitle title={translate('info.title')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography sx={{ flex: 1, color: 'text.secondary' }}>{translate('info.lead')}</Typography>
        <Button startIcon={<RefreshIcon />} disabled={isFetching} onClick={() => void refetch()}>
          {translate('info.reload')}
        </Button>
        {data === undefined ? null : <CopyButton text={toText(data)} />}
      </Box>
      {error === null ? (
        <Card sx={{ p: 2, overflowX: 'auto' }}>
          {isPending ? <InfoSkeleton /> : <JsonText text={toText(data)} />}
        </Card>
      ) : (
        <Alert severity="error">{error.message}</Alert>
      )}
    </>
  );
}

function CopyButton({ text }: { text: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = (): void => {
    // A page over plain HTTP from another machine has no clipboard.
    const writing =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => notify('info.copied', { type: 'success' }),
      () => notify('info.copyFailed', { type: 'warning' }),
    );
  };
  return (
    <Button variant="contained" startIcon={<ContentCopyIcon />} onClick={copy}>
      {translate('info.copy')}
    </Button>
  );
}

function InfoSkeleton() {
  return Array.from({ length: 12 }, (_, line) => (
    <Skeleton key={line} sx={{ maxWidth: 240 + ((line * 97) % 260) }} />
  ));
}

function toText(json: object): string {
  return JSON.stringify(json, null, 2);
}
