import { useCopy } from '../../kit/use-copy.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Button, Link, Typography, Box, DialogContentText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { NewWebhook, Webhook, Webhooks } from '../../../contract/webhooks.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useAddressFilters } from '../../resource/use-address-filters.ts';
import { useTexts } from '../../messages/texts.ts';
import { adminPage } from '../people/admin-page.tsx';
import { WebhookDetails, WebhookState } from './webhook-details.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { root } from './webhooks.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** The webhooks of the installation, and one of them with its log. */
export const WebhooksPage = adminPage('webhooks', WebhooksContent);

function WebhooksContent() {
  const texts = useTexts('webhooks');
  const people = useTexts('people');
  const queries = useQueryClient();
  const { filters, clear } = useAddressFilters(['webhook']);
  const { data, error, isPending } = useApiQuery<Webhooks>(['webhooks'], root);
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [shown, setShown] = useState<NewWebhook>();
  const opened = data?.data.find(({ id }) => id === filters.webhook);
  const reload = () => queries.invalidateQueries({ queryKey: ['webhooks'] });

  return (
    <>
      <QueryState error={error} isPending={isPending} loading={people.loading} />
      {opened && (
        <WebhookDetails
          webhook={opened}
          onEdit={() => setEdited(opened)}
          onSecret={setShown}
          onChange={() => void reload()}
          onGone={() => {
            clear();
            void reload();
          }}
        />
      )}
      {data && !opened && (
        <>
          <Typography sx={{ mb: 1.5, color: 'text.secondary' }}>{texts.lead}</Typography>
          <Button variant="contained" sx={{ mb: 2 }} onClick={() => setEdited('new')}>
            {texts.make}
          </Button>
          {data.data.length > 0 ? (
            <WebhookTable webhooks={data.data} />
          ) : (
            <Typography component={Status}>{texts.empty}</Typography>
          )}
        </>
      )}
      {edited && (
        <WebhookForm
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(saved) => {
            setEdited(undefined);
            if ('secret' in saved) setShown(saved);
            void reload();
          }}
        />
      )}
      {shown && <SecretDialog webhook={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const texts = useTexts('webhooks');
  const { tabs } = useTexts('people');
  const labels = useLabels();
  return (
    <FactsTable
      label={tabs.webhooks}
      columns={[texts.name, texts.resources, texts.state, texts.delivered, texts.open]}
      rows={webhooks.map((webhook) => ({
        key: webhook.id,
        cells: [
          <Link key="name" component={RouterLink} to={`?webhook=${webhook.id}`}>
            {webhook.name}
          </Link>,
          labels.ofResources(webhook.resources),
          <WebhookState key="state" webhook={webhook} />,
          webhook.deliveredAt ? (
            <RelativeTime key="delivered" moment={webhook.deliveredAt} />
          ) : (
            texts.never
          ),
          `${webhook.waiting} / ${webhook.dead}`,
        ],
      }))}
    />
  );
}

/** Shows a new secret, the only time. */
function SecretDialog({ webhook, onClose }: { webhook: NewWebhook; onClose: () => void }) {
  const texts = useTexts('webhooks');
  const { name, secret } = webhook;
  const copy = useCopy(texts.copied);
  return (
    <DialogFrame
      title={fillTemplate(texts.secretTitle, { name })}
      cancel={texts.close}
      onClose={onClose}
    >
      <DialogContentText>{texts.secretText}</DialogContentText>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 2, flexWrap: 'wrap' }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {secret}
        </Box>
        <Button size="small" onClick={() => copy(secret)}>
          {texts.copy}
        </Button>
      </Box>
    </DialogFrame>
  );
}
