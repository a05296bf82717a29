import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { showDateTime } from '../../../fields/date-format.ts';
import { call } from '../../client/http.ts';
import { Ago } from '../../kit/ago.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { usePeopleTexts } from '../../people/people-texts.ts';
import { useDevice } from '../people/use-device.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { Status } from '../../kit/status/status.tsx';
import { FailedSignIns, type FailedSignIn } from '../../profile/failed-sign-ins.tsx';

type OwnSession = {
  id: string;
  current: boolean;
  browser: string | null;
  system: string | null;
  userAgent: string;
  address: string | null;
  createdAt: string;
  usedAt: string;
};

type SessionsAnswer = { data: OwnSession[]; failedSignIns: FailedSignIn[] };

const path = '/api/users/current/sessions';
const queryKey = ['sessions'];

/** Where one is signed in; what one does not know can be ended. */
export function SessionList() {
  const { profile: texts, loading } = usePeopleTexts();
  const deviceOf = useDevice();
  const end = useEnd();
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call<SessionsAnswer>(path, { signal })).json,
    staleTime: 0,
  });
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (data === undefined) return <Typography component={Status}>{loading}</Typography>;
  const { data: sessions, failedSignIns } = data;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <FactsTable
        label={texts.sessions}
        columns={[texts.device, texts.address, texts.used, texts.since, texts.end]}
        rows={sessions.map((session) => ({
          key: session.id,
          cells: [
            <Box key="device" component="span" title={session.userAgent}>
              {deviceOf(session)}{' '}
              {session.current && <Chip size="small" color="success" label={texts.thisOne} />}
            </Box>,
            session.address ?? '',
            <Ago key="used" moment={session.usedAt} />,
            showDateTime(session.createdAt),
            session.current ? null : (
              <Button
                key="end"
                size="small"
                color="error"
                aria-label={fillTemplate(texts.endOf, { device: deviceOf(session) })}
                onClick={() => end.mutate(session.id)}
              >
                {texts.end}
              </Button>
            ),
          ],
        }))}
      />
      {sessions.length > 1 && (
        <Button
          color="error"
          variant="outlined"
          loading={end.isPending}
          sx={{ justifySelf: 'start' }}
          onClick={() => end.mutate(undefined)}
        >
          {texts.endOthers}
        </Button>
      )}
      <FailedSignIns failed={failedSignIns} />
    </Box>
  );
}

/** Ends one session, or without an id all others. */
function useEnd() {
  const { profile: texts } = usePeopleTexts();
  const queries = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      await call(id === undefined ? path : `${path}/${encodeURIComponent(id)}`, {
        method: 'DELETE',
      });
    },
    onSuccess: (_, id) => {
      const done = id === undefined ? texts.endedOthers : texts.ended;
      notify(done, { type: 'success', messageArgs: { _: done } });
    },
    onError: notifyError,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
