import { AttemptView, Outcome } from './attempt-view.tsx';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { Status } from '../../kit/status/status.tsx';
import { showDateTime, fromLocal, toLocal } from '../../../fields/text/date-format.ts';
import {
  type ButtonProps,
  Alert,
  Box,
  Button,
  Typography,
  Chip,
  DialogContentText,
  TextField,
} from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { NewWebhook, Webhook, WebhookAttempt } from '../../../contract/webhooks.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { ConfirmDialog, DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { replayWebhook, saveWebhook, webhookPath } from './webhooks.ts';
import { useLabels } from '../../kit/use-i18n.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useSend } from '../../client/use-send.ts';
import { call } from '../../client/http.ts';

type WebhookDetailsProps = {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (webhook: NewWebhook) => void;
  onChange: () => void;
  onGone: () => void;
};

type Opened = 'test' | 'replay' | 'rotate' | 'remove';

/** One webhook: its state, what can be done with it, and its deliveries. */
export function WebhookDetails(props: WebhookDetailsProps) {
  const { webhook, onEdit } = props;
  const texts = useTexts('webhooks');
  const labels = useLabels();
  const [open, setOpen] = useState<Opened>();
  const { id, name, url, resources, enabled, stopped, dead } = webhook;
  const changing = useChanging(props, () => setOpen(undefined));
  const { act, replay, isPending } = changing;
  return (
    <>
      <TextLink to="/admin/webhooks">{texts.back}</TextLink>
      <Typography variant="h2" sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{url}</Typography>
      <Typography sx={{ mb: 1 }}>{labels.ofResources(resources)}</Typography>
      <WebhookState webhook={webhook} />
      {stopped && !enabled && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {texts.stopped[stopped]}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 2 }}>
        <Tool onClick={onEdit}>{texts.edit}</Tool>
        <Tool onClick={() => setOpen('test')}>{texts.test}</Tool>
        <Tool loading={isPending} onClick={() => act(() => saveWebhook(id, { enabled: !enabled }))}>
          {enabled ? texts.disable : texts.enable}
        </Tool>
        {enabled && <Tool onClick={() => setOpen('replay')}>{texts.replayFrom}</Tool>}
        {enabled && dead > 0 && (
          <Tool onClick={() => replay({ dead: true })}>
            {fillTemplate(texts.replayDead, { count: dead })}
          </Tool>
        )}
        <Tool onClick={() => setOpen('rotate')}>{texts.rotate}</Tool>
        <Tool color="error" onClick={() => setOpen('remove')}>
          {texts.remove}
        </Tool>
      </Box>
      <DeliveryLog
        webhook={webhook}
        onReplay={(delivery) => replay({ delivery })}
        isReplaying={isPending}
      />
      <Dialogs {...props} {...changing} open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

function Tool(props: ButtonProps) {
  return <Button variant="outlined" {...props} />;
}

/** Changes the webhook, or sends messages of it again. Afterwards the page and its log are read again. */
function useChanging({ webhook: { id }, onChange }: WebhookDetailsProps, onDone: () => void) {
  const texts = useTexts('webhooks');
  const notify = useNotify();
  const { mutate: act, isPending } = useSend({
    send: (run: () => Promise<unknown>) => run(),
    refresh: ['webhook-deliveries', id],
    onDone,
    onSettled: onChange,
  });
  const replay = (body: Parameters<typeof replayWebhook>[1]): void =>
    act(async () => {
      await replayWebhook(id, body);
      notify(texts.replayed, { type: 'success' });
    });
  return { act, replay, isPending };
}

type DialogsProps = WebhookDetailsProps &
  ReturnType<typeof useChanging> & { open: Opened | undefined; onClose: () => void };

function Dialogs(props: DialogsProps) {
  const { open, webhook, act, replay, isPending, onSecret, onGone, onClose } = props;
  const texts = useTexts('webhooks');
  const { id, name } = webhook;
  const path = webhookPath(id);
  const rotate = async (): Promise<void> =>
    onSecret((await call<NewWebhook>(`${path}/secret`, { method: 'POST' })).json);
  const common = { cancel: texts.cancel, isLoading: isPending, onClose };
  if (open === 'test') return <TestDialog webhook={webhook} onClose={onClose} />;
  if (open === 'replay')
    return (
      <ReplayDialog isBusy={isPending} onClose={onClose} onReplay={(from) => replay({ from })} />
    );
  if (open === 'rotate')
    return (
      <ConfirmDialog
        {...common}
        title={texts.rotate}
        text={texts.rotateText}
        action={texts.rotate}
        onAction={() => act(rotate)}
      />
    );
  if (open !== 'remove') return null;
  return (
    <ConfirmDialog
      {...common}
      title={fillTemplate(texts.removeTitle, { name })}
      text={texts.removeText}
      action={texts.remove}
      isGrave
      onAction={() =>
        act(async () => {
          await call(path, { method: 'DELETE' });
          onGone();
        })
      }
    />
  );
}

/** Whether it works, and when it tries again. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const texts = useTexts('webhooks');
  const { enabled, failingSince, nextAt } = webhook;
  const working = failingSince === null ? 'enabled' : 'failing';
  const state = enabled ? working : 'disabled';
  const colour = { enabled: 'success', failing: 'error', disabled: 'default' } as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' }}>
      <Chip size="small" variant="outlined" color={colour[state]} label={texts.states[state]} />
      {enabled && nextAt && <span>{fillTemplate(texts.next, { when: showDateTime(nextAt) })}</span>}
    </Box>
  );
}

type ReplayDialogProps = { isBusy: boolean; onClose: () => void; onReplay: (from: string) => void };

/** Asks for the moment from which everything is sent again; at first the present one. */
function ReplayDialog({ isBusy, onClose, onReplay }: ReplayDialogProps) {
  const texts = useTexts('webhooks');
  const [from, setFrom] = useState(() => toLocal(new Date().toISOString()) ?? '');
  const moment = fromLocal(from);
  return (
    <DialogFrame
      title={texts.replayFrom}
      cancel={texts.cancel}
      action={texts.send}
      isForm
      isDisabled={moment === undefined}
      isLoading={isBusy}
      onAction={() => moment !== undefined && onReplay(moment)}
      onClose={onClose}
    >
      <DialogContentText>{texts.replayText}</DialogContentText>
      <TextField
        type="datetime-local"
        label={texts.from}
        required
        value={from}
        onChange={({ target }) => setFrom(target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ mt: 2, mb: 0 }}
      />
    </DialogFrame>
  );
}

/** Sends a record that the user chooses, and shows the answer. */
function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useTexts('webhooks');
  const [record, setRecord] = useState('');
  const { mutate, data, isPending } = useSend({
    send: async () => {
      const init = { method: 'POST', body: { record: record.trim() } } as const;
      return (await call<WebhookAttempt>(`${webhookPath(webhook.id)}/test`, init)).json;
    },
    refresh: ['webhook-deliveries', webhook.id],
  });
  return (
    <DialogFrame
      title={texts.test}
      cancel={texts.close}
      action={texts.send}
      isForm
      isDisabled={record.trim() === ''}
      isLoading={isPending}
      isBusy={isPending}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <DialogContentText>{texts.testText}</DialogContentText>
      <TextField
        label={texts.record}
        required
        autoFocus
        fullWidth
        value={record}
        onChange={({ target }) => setRecord(target.value)}
        slotProps={{ htmlInput: { maxLength: 64, spellCheck: false, autoCapitalize: 'none' } }}
        sx={{ my: 2 }}
      />
      <Box component={Status} sx={visuallyHidden}>
        {data && <Outcome of={data} />}
      </Box>
      {data && <AttemptView attempt={data} />}
    </DialogFrame>
  );
}
