import type { MailState, OutboxMail } from '../../../contract/oversight.ts';
import { Box, Button, Chip } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { showDateTime } from '../../../fields/date-format.ts';
import { Ago } from '../../kit/ago.tsx';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { retryMail } from './outbox.ts';
import { useTexts } from '../../messages/texts.ts';

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
          <Ago key="created" moment={mail.createdAt} />,
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
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMail(mail.id),
    onSuccess: () => notify(texts.retried, { type: 'success', messageArgs: { _: texts.retried } }),
    onError: notifyError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['outbox'] }),
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
