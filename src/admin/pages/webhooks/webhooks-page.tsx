import { Button, Link, Typography } from '@mui/material';
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
import { SecretDialog } from './secret-dialog.tsx';
import { useCollectionNames } from './use-collection-names.ts';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';
import { root } from './webhooks.ts';

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
  const collectionNames = useCollectionNames();
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
          collectionNames(webhook.resources),
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
