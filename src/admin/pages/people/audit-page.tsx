import DownloadIcon from '@mui/icons-material/FileDownload';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { Status } from '../../kit/status/status.tsx';
import { AdminPage } from './admin-page.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditTable } from './audit-table.tsx';
import { auditFilters, readAudit, saveAudit } from './audit.ts';
import { useAddressFilters } from '../../kit/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';

/** Who did what: found by filters that stand in the address, and saved as a file. */
export function AuditPage() {
  return (
    <AdminPage part="audit">
      <Audit />
    </AdminPage>
  );
}

function Audit() {
  const texts = useTexts('people');
  const own = texts.audit;
  const notifyError = useNotifyError();
  const { filters, set, clear } = useAddressFilters(auditFilters);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: ['audit', filters],
      queryFn: ({ pageParam, signal }) => readAudit(filters, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      staleTime: 0,
    });
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  const save = (format: 'csv' | 'json'): void => {
    saveAudit(filters, format).catch(notifyError);
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <Typography sx={{ flex: '1 1 280px', color: 'text.secondary' }}>{own.lead}</Typography>
        <Button startIcon={<DownloadIcon />} onClick={() => save('csv')}>
          {own.csv}
        </Button>
        <Button startIcon={<DownloadIcon />} onClick={() => save('json')}>
          {own.json}
        </Button>
      </Box>
      <AuditFilterForm
        filters={filters}
        actions={data?.pages[0]?.actions ?? Object.keys(own.actions)}
        onChange={set}
        onClear={clear}
      />
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {isPending ? <Typography component={Status}>{texts.loading}</Typography> : null}
      {data && entries.length === 0 ? (
        <Typography component={Status}>{own.empty}</Typography>
      ) : null}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {hasNextPage && (
        <Button sx={{ mt: 1.5 }} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  );
}
