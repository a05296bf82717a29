import type { MailState, Outbox as Page, OutboxMail } from '../../../contract/admin.ts';
import { Alert, Box, Button, Typography, Chip } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { adminPage } from './admin-page.tsx';
import { NativeSelect, inputsSx } from '../../kit/native-select.tsx';
import { SearchInput } from './search-input.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { useSend } from '../../client/use-send.ts';
import { call } from '../../client/http.ts';

const states = ['waiting', 'sending', 'sent', 'parked'] as const satisfies MailState[];

/** The mails of the application: waiting, sent, or in need of an admin. */
export const OutboxPage = adminPage('outbox', Outbox);

function Outbox() {
  const texts = useTexts('people');
  const own = texts.outbox;
  const { filters, inputOf } = useAddressFilters(['state', 'kind', 'q']);
  const { rows, first, state, more } = usePages({
    queryKey: ['outbox', filters],
    read: pagesOf<Page>('/api/admin/outbox', filters),
    // Mails are sent in the background, so the page reloads them.
    again: () => 15_000,
    texts: { ...texts, empty: own.empty },
  });
  const countOf = (mails: MailState): string =>
    first ? `${own.states[mails]} (${first.counts[mails]})` : own.states[mails];
  return (
    <>
      <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{own.lead}</Typography>
      {first?.delivery && <Delivery delivery={first.delivery} />}
      <Box sx={{ ...inputsSx(180, 760), mb: 2 }}>
        <NativeSelect
          label={own.state}
          none={own.all}
          options={states.map((mails) => [mails, countOf(mails)])}
          {...inputOf('state')}
        />
        <NativeSelect
          label={own.kind}
          none={own.all}
          options={Object.entries(own.kinds)}
          {...inputOf('kind')}
        />
        <SearchInput label={own.search} {...inputOf('q')} />
      </Box>
      {state}
      {rows.length > 0 && <MailTable mails={rows} />}
      {more}
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

const colours = { waiting: 'info', sending: 'info', sent: 'success', parked: 'error' } as const;

export function MailTable({ mails }: { mails: readonly OutboxMail[] }) {
  const { outbox: texts, tabs } = useTexts('people');
  return (
    <FactsTable
      label={tabs.outbox}
      columns={[
        texts.created,
        texts.to,
        texts.kind,
        texts.state,
        { label: texts.attempts, align: 'right' },
      ]}
      rows={mails.map((mail) => ({
        key: mail.id,
        cells: [
          <RelativeTime key="created" moment={mail.createdAt} />,
          mail.name ? `${mail.name} <${mail.to}>` : mail.to,
          (texts.kinds as Record<string, string>)[mail.kind] ?? mail.kind,
          <State key="state" mail={mail} />,
          mail.attempts,
        ],
      }))}
    />
  );
}

function State({ mail }: { mail: OutboxMail }) {
  const { outbox: texts } = useTexts('people');
  const { state, nextAt, error, mayHaveArrivedTwice } = mail;
  const label = texts.states[state satisfies MailState];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
      <Chip size="small" variant="outlined" color={colours[state]} label={label} />
      {nextAt === null || state !== 'waiting' ? null : (
        <span>{fillTemplate(texts.next, { when: showDateTime(nextAt) })}</span>
      )}
      {mayHaveArrivedTwice && <span>{texts.twice}</span>}
      {error === null ? null : <Box sx={{ color: 'error.main', flexBasis: '100%' }}>{error}</Box>}
      {mail.mayRetry && <Retry mail={mail} />}
    </Box>
  );
}

function Retry({ mail }: { mail: OutboxMail }) {
  const { outbox: texts } = useTexts('people');
  const path = `/api/admin/outbox/${encodeURIComponent(mail.id)}/retry`;
  const { mutate, isPending } = useSend({
    send: () => call(path, { method: 'POST' }),
    done: texts.retried,
    refresh: ['outbox'],
  });
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={`${texts.retry}: ${mail.to}`}
      onClick={() => mutate()}
    >
      {texts.retry}
    </Button>
  );
}
