import { Box, Button } from '@mui/material';
import type { Sessions } from '../../../contract/people/accounts.ts';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { FailedSignIns, SessionTable, useEndSession } from '../people/session-table.tsx';
import { useTexts } from '../../messages/texts.ts';

const path = '/api/users/current/sessions';
export const sessionsKey = ['sessions'];

/** The user's sessions; unknown ones can be ended. */
export function SessionList() {
  const { profile: texts, loading } = useTexts('people');
  const end = useEndSession(path, sessionsKey, texts.endedOthers);
  const { data, error } = useApiQuery<Sessions>(sessionsKey, path);
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const { data: sessions, failedSignIns } = data;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <SessionTable label={texts.sessions} sessions={sessions} onEnd={(id) => end.mutate(id)} />
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
      <FailedSignIns failed={failedSignIns} help={texts.failedHelp} />
    </Box>
  );
}
