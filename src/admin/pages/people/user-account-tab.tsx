import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import type { Sessions } from '../../../contract/people/accounts.ts';
import type { SignInWays } from '../../../contract/people/identities.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { ConfirmDialog } from '../../kit/dialog-frame.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { useIsAnonymised } from '../../record/use-record-rights.ts';
import { useTexts } from '../../messages/texts.ts';
import { AnonymiseDialog } from './anonymise-dialog.tsx';
import { ExportData } from './export-data.tsx';
import { FailedSignIns, SessionTable } from './session-table.tsx';
import { useEndSession } from './use-end-session.ts';

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
  const notify = useNotify();
  const notifyError = useNotifyError();
  const done = fillTemplate(texts.sent, { email: String(user?.['email'] ?? '') });
  const send = useMutation({
    mutationFn: () =>
      call(`/api/admin/user/${encodeURIComponent(id)}/resetlink`, { method: 'POST' }),
    onSuccess: () => notify(done, { type: 'success' }),
    onError: notifyError,
  });
  if (!ways?.passwords || user?.['status'] !== 'confirmed' || user['isService']) return null;
  return (
    <Button variant="outlined" loading={send.isPending} onClick={() => send.mutate()}>
      {texts.send}
    </Button>
  );
}
