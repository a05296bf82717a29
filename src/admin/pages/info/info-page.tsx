import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Alert, Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { PageTitle } from '../../kit/page-title.tsx';
import { HealthSummary } from './health-summary.tsx';
import { JsonTree } from './json-tree.tsx';
import { readInfo, readReadiness } from './server-info.ts';
import { useTexts } from '../../messages/texts.ts';

/** What the server says about itself: what matters of it first, then all as it says it (specification, §2). */
export function InfoPage() {
  const texts = useTexts('info');
  const info = useQuery({
    queryKey: ['info'],
    queryFn: ({ signal }) => readInfo(signal),
    staleTime: 0,
  });
  const readiness = useQuery({
    queryKey: ['info', 'readiness'],
    queryFn: ({ signal }) => readReadiness(signal),
    staleTime: 0,
  });
  const reload = (): void => void Promise.all([info.refetch(), readiness.refetch()]);
  const { data, error } = info;
  return (
    <>
      <PageTitle title={texts.title} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography sx={{ flex: 1, color: 'text.secondary' }}>{texts.lead}</Typography>
        <Button startIcon={<RefreshIcon />} disabled={info.isFetching} onClick={reload}>
          {texts.reload}
        </Button>
      </Box>
      {error && <Alert severity="error">{error.message}</Alert>}
      {info.isPending && <InfoSkeleton />}
      {data && !error && (
        <>
          <HealthSummary info={data} readiness={readiness.data} />
          <WholeAnswer json={data} />
        </>
      )}
    </>
  );
}

/** Folded and unfolded as a whole by drawing it anew, since each part remembers what was done to it. */
function WholeAnswer({ json }: { json: object }) {
  const texts = useTexts('info');
  const [{ isOpen, turn }, setState] = useState({ isOpen: true, turn: 0 });
  const foldAll = (): void => setState({ isOpen: !isOpen, turn: turn + 1 });
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h2" variant="h6" sx={{ flex: 1 }}>
          {texts.json}
        </Typography>
        <Button onClick={foldAll}>{isOpen ? texts.fold : texts.unfold}</Button>
        <CopyButton text={JSON.stringify(json, null, 2)} />
      </Box>
      <JsonTree key={turn} value={json} isOpen={isOpen} />
    </Card>
  );
}

function CopyButton({ text }: { text: string }) {
  const { copy: label, copied, copyFailed } = useTexts('info');
  const notify = useNotify();
  const copy = (): void => {
    // A page over plain HTTP from another machine has no clipboard.
    const writing =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    writing.then(
      () => notify(copied, { type: 'success' }),
      () => notify(copyFailed, { type: 'warning' }),
    );
  };
  return (
    <Button startIcon={<ContentCopyIcon />} onClick={copy}>
      {label}
    </Button>
  );
}

function InfoSkeleton() {
  return Array.from({ length: 12 }, (_, line) => (
    <Skeleton key={line} sx={{ maxWidth: 240 + ((line * 97) % 260) }} />
  ));
}
