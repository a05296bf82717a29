import { Box, Button, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import type {
  Webhook,
  WebhookDelivery,
  WebhookLog,
  WebhookDeliveries,
} from '../../../contract/webhooks.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { QueryState, useApiQuery, usePages, pagesOf } from '../../kit/loading/query-state.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useTexts } from '../../messages/texts.ts';
import { AttemptView, Outcome } from './attempt-view.tsx';
import { webhookPath } from './webhooks.ts';
import { useLabels } from '../../kit/use-i18n.ts';

const colours = { waiting: 'info', delivered: 'success', dead: 'error' } as const;

type DeliveryLogProps = {
  webhook: Webhook;
  isReplaying: boolean;
  onReplay: (delivery: string) => void;
};

/** The deliveries of a webhook, newest first. */
export function DeliveryLog({ webhook, isReplaying, onReplay }: DeliveryLogProps) {
  const texts = useTexts('webhooks');
  const people = useTexts('people');
  const [state, setState] = useState('');
  const [shown, setShown] = useState<WebhookDelivery>();
  const pages = usePages({
    queryKey: ['webhook-deliveries', webhook.id, state],
    read: pagesOf<WebhookDeliveries>(
      `${webhookPath(webhook.id)}/deliveries`,
      state === '' ? {} : { state },
    ),
    // Messages are sent in the background, so the page reloads them.
    again: () => 10_000,
    texts: { ...people, empty: texts.logEmpty },
  });
  return (
    <section aria-labelledby="deliveries">
      <Typography variant="h3" id="deliveries" sx={{ mb: 1.5 }}>
        {texts.log}
      </Typography>
      <Box sx={{ maxWidth: 240, mb: 2 }}>
        <NativeSelect
          label={texts.state}
          none={texts.all}
          options={Object.entries(texts.deliveryStates)}
          value={state}
          onChange={setState}
        />
      </Box>
      {pages.state}
      {pages.rows.length > 0 && <DeliveryTable deliveries={pages.rows} onShow={setShown} />}
      {pages.more}
      {shown && (
        <DeliveryDialog
          path={`${webhookPath(webhook.id)}/deliveries/${encodeURIComponent(shown.id)}`}
          id={shown.id}
          mayReplay={webhook.enabled && shown.id.startsWith('msg_')}
          isBusy={isReplaying}
          onReplay={() => {
            onReplay(shown.id);
            setShown(undefined);
          }}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

type DeliveryTableProps = {
  deliveries: readonly WebhookDelivery[];
  onShow: (delivery: WebhookDelivery) => void;
};

function DeliveryTable({ deliveries, onShow }: DeliveryTableProps) {
  const texts = useTexts('webhooks');
  const labels = useLabels();
  const { when, event, resource, record, state, attempts, show } = texts;
  return (
    <FactsTable
      label={texts.log}
      columns={[when, event, resource, record, state, attempts, show]}
      rows={deliveries.map((delivery) => ({
        key: delivery.id,
        cells: [
          <RelativeTime key="when" moment={delivery.createdAt} />,
          texts.events[delivery.event],
          labels.ofResource(delivery.resource),
          delivery.record,
          <State key="state" delivery={delivery} />,
          delivery.attempts,
          <Button
            key="show"
            size="small"
            aria-label={`${show}: ${delivery.record}`}
            onClick={() => onShow(delivery)}
          >
            {show}
          </Button>,
        ],
      }))}
    />
  );
}

function State({ delivery }: { delivery: WebhookDelivery }) {
  const texts = useTexts('webhooks');
  const { state, nextAt, attempts } = delivery;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
      <Chip
        size="small"
        variant="outlined"
        color={colours[state]}
        label={texts.deliveryStates[state]}
      />
      <Outcome of={delivery} />
      {nextAt && attempts > 0 && (
        <span>{fillTemplate(texts.next, { when: showDateTime(nextAt) })}</span>
      )}
    </Box>
  );
}

type DeliveryDialogProps = {
  path: string;
  id: string;
  mayReplay: boolean;
  isBusy: boolean;
  onReplay: () => void;
  onClose: () => void;
};

function DeliveryDialog({ path, id, mayReplay, isBusy, onReplay, onClose }: DeliveryDialogProps) {
  const texts = useTexts('webhooks');
  const { loading } = useTexts('people');
  const { data, error, isPending } = useApiQuery<WebhookLog>(['webhook-deliveries', id], path);
  return (
    <DialogFrame
      title={texts.delivery}
      maxWidth="md"
      cancel={texts.close}
      {...(mayReplay && { action: texts.replay, onAction: onReplay, isLoading: isBusy })}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {id}
      </Typography>
      <QueryState error={error} isPending={isPending} loading={loading} />
      {data?.log.map((attempt) => (
        <AttemptView key={attempt.at} attempt={attempt} />
      ))}
    </DialogFrame>
  );
}
