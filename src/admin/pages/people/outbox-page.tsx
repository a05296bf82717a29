import type { MailState, Outbox as Page } from '../../../contract/oversight.ts';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import { AdminPage } from './admin-page.tsx';
import { Choice } from '../../kit/choice.tsx';
import { MailTable } from './mail-table.tsx';
import { readOutbox } from './outbox.ts';
import { SearchInput } from './search-input.tsx';
import { useAddressFilters } from '../../kit/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';

const states = ['waiting', 'sending', 'sent', 'parked'] as const satisfies MailState[];

/** The mails of the application: which wait, which are gone, which need somebody. */
export function OutboxPage() {
  return (
    <AdminPage part="outbox">
      <Outbox />
    </AdminPage>
  );
}

function Outbox() {
  const texts = useTexts('people');
  const own = texts.outbox;
  const { filters, set } = useAddressFilters(['state', 'kind', 'q']);
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: ['outbox', filters],
      queryFn: ({ pageParam, signal }) => readOutbox({ filters, after: pageParam, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      staleTime: 0,
      // Mails go out by themselves: what is shown should not stand still meanwhile.
      refetchInterval: 15_000,
    });
  const [first] = data?.pages ?? [];
  const mails = data?.pages.flatMap((page) => page.data) ?? [];
  const countOf = (state: MailState): string =>
    first ? `${own.states[state]} (${first.counts[state]})` : own.states[state];
  return (
    <>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{own.lead}</Typography>
      {first?.delivery && <Delivery delivery={first.delivery} />}
      <Box sx={filtersSx}>
        <Choice
          label={own.state}
          value={filters.state ?? ''}
          options={[['', own.all], ...states.map((state) => [state, countOf(state)] as const)]}
          onChange={(state) => set({ state })}
        />
        <Choice
          label={own.kind}
          value={filters.kind ?? ''}
          options={[['', own.all], ...Object.entries(own.kinds)]}
          onChange={(kind) => set({ kind })}
        />
        <SearchInput label={own.search} value={filters.q ?? ''} onSearch={(q) => set({ q })} />
      </Box>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {isPending ? <Typography component={Status}>{texts.loading}</Typography> : null}
      {data && mails.length === 0 ? <Typography component={Status}>{own.empty}</Typography> : null}
      {mails.length > 0 && <MailTable mails={mails} />}
      {hasNextPage && (
        <Button sx={{ mt: 1.5 }} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  );
}

function Delivery({ delivery }: { delivery: NonNullable<Page['delivery']> }) {
  const { outbox: own } = useTexts('people');
  return (
    <Alert severity={delivery.via === 'smtp' ? 'info' : 'warning'} sx={{ mb: 1.5 }}>
      {delivery.via === 'smtp'
        ? fillTemplate(own.smtp, { host: delivery.host })
        : fillTemplate(own.files, { folder: delivery.folder })}
    </Alert>
  );
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 180px), 1fr))',
  gap: 1.5,
  maxWidth: 760,
  mb: 2,
};
