import { call } from '../../client/http.ts';
import type { QueryKey } from '@tanstack/react-query';
import { Box, Chip, Typography } from '@mui/material';
import type { FailedSignIn, Session } from '../../../contract/people/accounts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { FactButton } from '../../kit/fact-button.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useDeviceName } from './use-device-name.ts';
import { useSend } from '../../client/use-send.ts';

type SessionTableProps = {
  label: string;
  sessions: readonly Session[];
  onEnd: (id: string) => void;
};

/** The sessions of a user; all but the one of this page can be ended. */
export function SessionTable({ label, sessions, onEnd }: SessionTableProps) {
  const { profile: texts } = useTexts('people');
  const deviceOf = useDeviceName();
  return (
    <FactsTable
      label={label}
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
            <FactButton
              key="end"
              text={texts.end}
              label={fillTemplate(texts.endOf, { device: deviceOf(session) })}
              isDanger
              onClick={() => onEnd(session.id)}
            />
          ),
        ],
      }))}
    />
  );
}

type FailedSignInsProps = {
  failed: readonly FailedSignIn[];
  /** The warning after a wrong password. */
  help: string;
};

/** Failed attempts to sign in to an account; renders nothing if there are none. */
export function FailedSignIns({ failed, help }: FailedSignInsProps) {
  const { profile: texts } = useTexts('people');
  if (failed.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mt: 1 }}>
      <Typography variant="h3">{texts.failedSignIns}</Typography>
      {failed.some(({ cause }) => cause === 'password') && (
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>{help}</Typography>
      )}
      <FactsTable
        label={texts.failedSignIns}
        columns={[texts.failedAt, texts.failedCause, texts.address]}
        rows={failed.map(({ at, address, cause }, index) => ({
          key: index,
          cells: [showDateTime(at), texts.failedCauses[cause], address ?? ''],
        }))}
      />
    </Box>
  );
}

/** Ends one of the sessions at a path, or all of them without an id, and reads the list again. */
export function useEndSession(path: string, queryKey: QueryKey, endedAll: string) {
  const { profile: texts } = useTexts('people');
  return useSend({
    send: (id: string | undefined) =>
      call(id === undefined ? path : `${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    done: (_, id) => (id === undefined ? endedAll : texts.ended),
    refresh: queryKey,
  });
}
