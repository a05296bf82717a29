import type { Sessions, FailedSignIn } from '../../../contract/accounts.ts';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { showDateTime } from '../../../fields/date-format.ts';
import { call } from '../../client/http.ts';
import { RelativeTime } from '../../kit/relative-time.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState, useApiQuery } from '../../kit/query-state.tsx';
import { useDeviceName } from '../people/use-device-name.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useTexts } from '../../messages/texts.ts';

const path = '/api/users/current/sessions';
const queryKey = ['sessions'];

/** The user's sessions; unknown ones can be ended. */
export function SessionList() {
  const { profile: texts, loading } = useTexts('people');
  const deviceOf = useDeviceName();
  const end = useEnd();
  const { data, error } = useApiQuery<Sessions>(queryKey, path);
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const { data: sessions, failedSignIns } = data;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <FactsTable
        label={texts.sessions}
        columns={[texts.device, texts.address, texts.used, texts.since, texts.end]}
        rows={sessions.map((session) => ({
          key: session.id,
          cells: [
            <Box key="device" component="span" title={session.userAgent ?? ''}>
              {deviceOf(session)}{' '}
              {session.current && <Chip size="small" color="success" label={texts.thisOne} />}
            </Box>,
            session.address ?? '',
            <RelativeTime key="used" moment={session.usedAt} />,
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

/** Ends one session, or all others without an id. */
function useEnd() {
  const { profile: texts } = useTexts('people');
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

/** Failed attempts to sign in to this account; renders nothing if there are none. */
function FailedSignIns({ failed }: { failed: readonly FailedSignIn[] }) {
  const { profile: texts } = useTexts('people');
  if (failed.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mt: 1 }}>
      <Typography variant="h3">{texts.failedSignIns}</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>{texts.failedHelp}</Typography>
      <FactsTable
        label={texts.failedSignIns}
        columns={[texts.failedAt, texts.address]}
        rows={failed.map(({ at, address }, index) => ({
          key: index,
          cells: [showDateTime(at), address ?? ''],
        }))}
      />
    </Box>
  );
}
