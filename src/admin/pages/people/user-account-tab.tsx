import type { Anonymised } from '../../../contract/people/person.ts';
import { Box, Button, Typography, DialogContentText, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useRecordContext, useRefresh } from 'react-admin';
import type { Sessions } from '../../../contract/people/accounts.ts';
import type { SignInWays } from '../../../contract/people/identities.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { ConfirmDialog, DialogFrame } from '../../kit/dialog-frame.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { useIsAnonymised } from '../../record/use-record-rights.ts';
import { useTexts } from '../../messages/texts.ts';
import { ExportData } from './export-data.tsx';
import { FailedSignIns, SessionTable, useEndSession } from './session-table.tsx';
import { useSend } from '../../client/use-send.ts';
import { readView } from '../../client/account/view-as.ts';
import { ViewAsButton } from './view-as.tsx';

/** The account of a user on the page of that user, for admins. */
export function UserAccountTab({ id }: { id: string }) {
  return (
    <Box sx={tabSx}>
      <UserSessions id={id} />
      <PersonalData id={id} />
    </Box>
  );
}

const tabSx = {
  gridColumn: '1 / -1',
  minWidth: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
};

function UserSessions({ id }: { id: string }) {
  const { loading } = useTexts('people');
  const texts = useTexts('user-account').sessions;
  const path = `/api/admin/user/${encodeURIComponent(id)}/sessions`;
  const queryKey = ['sessions', id];
  const [isAsking, setAsking] = useState(false);
  const end = useEndSession(path, queryKey, texts.endedAll);
  const { data, error } = useApiQuery<Sessions>(queryKey, path);
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const { data: sessions, failedSignIns } = data;
  const endAll = (): void => {
    setAsking(false);
    end.mutate(undefined);
  };
  return (
    <>
      {sessions.length === 0 ? (
        <Typography>{texts.none}</Typography>
      ) : (
        <SessionTable label={texts.title} sessions={sessions} onEnd={(one) => end.mutate(one)} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {sessions.some(({ current }) => !current) && (
          <Button
            color="error"
            variant="outlined"
            loading={end.isPending}
            onClick={() => setAsking(true)}
          >
            {texts.endAll}
          </Button>
        )}
        <ResetLink id={id} />
        <ViewAsUser id={id} />
      </Box>
      <FailedSignIns failed={failedSignIns} help={texts.failedHelp} />
      {isAsking && (
        <ConfirmDialog
          title={texts.endAllTitle}
          text={texts.endAllText}
          cancel={texts.cancel}
          action={texts.endAll}
          isGrave
          onAction={endAll}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Exports what is stored about the user, or puts a pseudonym in their place. */
function PersonalData({ id }: { id: string }) {
  const texts = useTexts('user-account');
  const { user: own } = useConfig();
  const user = useRecordContext();
  const isAnonymised = useIsAnonymised({ id });
  const [isAsking, setAsking] = useState(false);
  const path = `/api/admin/user/${encodeURIComponent(id)}`;
  const textOf = (field: string): string => String(user?.[field] ?? '');
  return (
    <>
      <Typography variant="h3" sx={{ mt: 1 }}>
        {texts.data.title}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ExportData path={`${path}/data`} />
        {own._id !== id && !isAnonymised && (
          <Button color="error" variant="outlined" onClick={() => setAsking(true)}>
            {texts.anonymise.open}
          </Button>
        )}
      </Box>
      {isAsking && (
        <AnonymiseDialog
          path={`${path}/anonymise`}
          name={textOf('name')}
          email={textOf('email')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Mails a confirmed user the link to set a new password, where people sign in with passwords. */
function ResetLink({ id }: { id: string }) {
  const texts = useTexts('user-account').resetLink;
  const user = useRecordContext();
  const { data: ways } = useApiQuery<SignInWays>(['sign-in'], '/api/sign-in');
  const { mutate, isPending } = useSend({
    send: () => call(`/api/admin/user/${encodeURIComponent(id)}/resetlink`, { method: 'POST' }),
    done: fillTemplate(texts.sent, { email: String(user?.['email'] ?? '') }),
  });
  if (!ways?.passwords || user?.['status'] !== 'confirmed' || user['isService']) return null;
  return (
    <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
      {texts.send}
    </Button>
  );
}

/** Shows the app as the user sees it, if they can sign in. */
function ViewAsUser({ id }: { id: string }) {
  const { user: own } = useConfig();
  const user = useRecordContext();
  if (own._id === id || user?.['status'] !== 'confirmed' || readView()) return null;
  return <ViewAsButton as={{ user: id }} />;
}

type AnonymiseDialogProps = { path: string; name: string; email: string; onClose: () => void };

/** Asks for the address of the user and a reason, then puts a pseudonym in their place for good. */
function AnonymiseDialog({ path, name, email, onClose }: AnonymiseDialogProps) {
  const texts = useTexts('user-account').anonymise;
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const notify = useNotify();
  const refresh = useRefresh();
  const { mutate, isPending } = useSend({
    send: () => {
      const body = { email: typed.trim(), reason: reason.trim() };
      return call<Anonymised>(path, { method: 'POST', body });
    },
    onDone: ({ json: { name: pseudonym, kept } }) => {
      const text = kept.length > 0 ? texts.doneExcept : texts.done;
      const done = fillTemplate(text, { pseudonym, kept: kept.join(', ') });
      notify(done, { type: kept.length > 0 ? 'warning' : 'success' });
      refresh();
      onClose();
    },
  });
  const isSure = typed.trim().toLowerCase() === email.toLowerCase() && reason.trim() !== '';
  return (
    <DialogFrame
      title={fillTemplate(texts.title, { name })}
      cancel={texts.cancel}
      action={texts.action}
      isGrave
      isForm
      isDisabled={!isSure}
      isLoading={isPending}
      isBusy={isPending || !isSure}
      onAction={() => mutate()}
      onClose={onClose}
    >
      <DialogContentText>{texts.text}</DialogContentText>
      <TextField
        autoFocus
        fullWidth
        required
        margin="normal"
        label={fillTemplate(texts.email, { email })}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextField
        fullWidth
        required
        multiline
        margin="normal"
        label={texts.reason}
        helperText={texts.reasonHelp}
        value={reason}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
        onChange={({ target }) => setReason(target.value)}
      />
    </DialogFrame>
  );
}
