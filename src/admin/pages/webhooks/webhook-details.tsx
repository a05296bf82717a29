import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { NewWebhook, Webhook } from '../../../contract/webhooks.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { useCollectionNames } from './use-collection-names.ts';
import { removeWebhook, replayWebhook, rotateSecret, saveWebhook } from './webhooks.ts';
import { WebhookState } from './webhook-state.tsx';

type WebhookDetailsProps = {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (webhook: NewWebhook) => void;
  onChange: () => void;
  onGone: () => void;
};

/** One webhook: its state, what can be done with it, and its deliveries. */
export function WebhookDetails({
  webhook,
  onEdit,
  onSecret,
  onChange,
  onGone,
}: WebhookDetailsProps) {
  const texts = useTexts('webhooks');
  const collectionNames = useCollectionNames();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'test' | 'replay' | 'rotate' | 'remove'>();
  const { id, name, url, resources, enabled, stopped, dead } = webhook;
  const close = () => setOpen(undefined);

  const { mutate, isPending } = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: close,
    onError: notifyError,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['webhook-deliveries', id] });
      onChange();
    },
  });
  const act = (run: () => Promise<unknown>) => () => mutate(run);
  const replay = (body: Parameters<typeof replayWebhook>[1]) => async () => {
    await replayWebhook(id, body);
    notify(texts.replayed, { type: 'success' });
  };

  return (
    <>
      <Link component={RouterLink} to="/admin/webhooks">
        {texts.back}
      </Link>
      <Typography variant="h2" sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{url}</Typography>
      <Typography sx={{ mb: 1 }}>{collectionNames(resources)}</Typography>
      <WebhookState webhook={webhook} />
      {stopped && !enabled && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {texts.stopped[stopped]}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 2 }}>
        <Button variant="outlined" onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button variant="outlined" onClick={() => setOpen('test')}>
          {texts.test}
        </Button>
        <Button
          variant="outlined"
          loading={isPending}
          onClick={act(() => saveWebhook(id, { enabled: !enabled }))}
        >
          {enabled ? texts.disable : texts.enable}
        </Button>
        {enabled && (
          <Button variant="outlined" onClick={() => setOpen('replay')}>
            {texts.replayFrom}
          </Button>
        )}
        {enabled && dead > 0 && (
          <Button variant="outlined" onClick={act(replay({ dead: true }))}>
            {fillTemplate(texts.replayDead, { count: dead })}
          </Button>
        )}
        <Button variant="outlined" onClick={() => setOpen('rotate')}>
          {texts.rotate}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setOpen('remove')}>
          {texts.remove}
        </Button>
      </Box>
      <DeliveryLog
        webhook={webhook}
        onReplay={(delivery) => mutate(replay({ delivery }))}
        isReplaying={isPending}
      />
      {open === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && (
        <ReplayDialog
          isBusy={isPending}
          onClose={close}
          onReplay={(from) => mutate(replay({ from }))}
        />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          title={texts.rotate}
          text={texts.rotateText}
          cancel={texts.cancel}
          action={texts.rotate}
          isLoading={isPending}
          onAction={act(async () => onSecret(await rotateSecret(id)))}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={fillTemplate(texts.removeTitle, { name })}
          text={texts.removeText}
          cancel={texts.cancel}
          action={texts.remove}
          isGrave
          isLoading={isPending}
          onAction={act(async () => {
            await removeWebhook(id);
            onGone();
          })}
          onClose={close}
        />
      )}
    </>
  );
}
