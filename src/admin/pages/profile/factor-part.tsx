import { Alert, Box, Button, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Factor, Factors } from '../../../contract/people/factors.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call } from '../../client/http.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { FactButton } from '../../kit/fact-button.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { RemoveDialog } from '../../resource/remove-dialog.tsx';
import { useNow } from '../../kit/use-now.ts';
import { useTexts } from '../../messages/texts.ts';
import { AddFactor } from './add-factor.tsx';
import { FactorName } from './factor-name.tsx';
import { Part } from './profile-part.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { sessionsKey } from './session-list.tsx';

export const factorsPath = '/api/users/current/factors';
const queryKey = ['factors'];

type Opened =
  | { what: 'totp' | 'passkey' }
  | { what: 'rename' | 'remove'; factor: Factor }
  | { what: 'codes'; codes: readonly string[] };

/** The second factors of the user. */
export function FactorPart() {
  const { profile: texts } = useTexts('factors');
  return (
    <Part title={texts.title} help={texts.help} isWide>
      <FactorSection />
    </Part>
  );
}

function FactorSection() {
  const { profile: texts } = useTexts('factors');
  const { loading } = useTexts('people');
  const queries = useQueryClient();
  const now = useNow();
  const [opened, setOpened] = useState<Opened>();
  const { data, error } = useApiQuery<Factors>(queryKey, factorsPath);
  const renew = useRenew((codes) => setOpened({ what: 'codes', codes }));
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const { data: factors, recoveryCodes, required, deadline } = data;
  const close = (): void => {
    setOpened(undefined);
    void queries.invalidateQueries({ queryKey });
    // To remove a factor ends other sessions.
    void queries.invalidateQueries({ queryKey: sessionsKey });
  };
  const isOverdue = deadline !== null && Date.parse(deadline) < now.getTime();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {required && factors.length === 0 && (
        <Alert severity={isOverdue ? 'error' : 'warning'}>
          {isOverdue || deadline === null
            ? texts.overdue
            : fillTemplate(texts.required, { date: showDateTime(deadline) })}
        </Alert>
      )}
      {factors.length === 0 ? (
        <Typography>{texts.none}</Typography>
      ) : (
        <FactorTable factors={factors} onOpen={setOpened} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button variant="outlined" onClick={() => setOpened({ what: 'passkey' })}>
          {texts.addPasskey}
        </Button>
        <Button variant="outlined" onClick={() => setOpened({ what: 'totp' })}>
          {texts.addTotp}
        </Button>
        {factors.length > 0 && (
          <>
            <Button loading={renew.isPending} onClick={() => renew.mutate()}>
              {texts.renewCodes}
            </Button>
            <Typography color={recoveryCodes === 0 ? 'error' : 'text.secondary'}>
              {recoveryCodes === 0
                ? texts.codesNone
                : fillTemplate(texts.codesLeft, { count: recoveryCodes })}
            </Typography>
          </>
        )}
      </Box>
      {opened?.what === 'codes' && <RecoveryCodes codes={opened.codes} onClose={close} />}
      {(opened?.what === 'totp' || opened?.what === 'passkey') && (
        <AddFactor
          kind={opened.what}
          onClose={close}
          onCodes={(codes) => setOpened({ what: 'codes', codes })}
        />
      )}
      {opened?.what === 'rename' && <FactorName factor={opened.factor} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveFactor factor={opened.factor} isLast={factors.length === 1} onClose={close} />
      )}
    </Box>
  );
}

type FactorTableProps = { factors: readonly Factor[]; onOpen: (opened: Opened) => void };

function FactorTable({ factors, onOpen }: FactorTableProps) {
  const { profile: texts } = useTexts('factors');
  return (
    <FactsTable
      label={texts.title}
      columns={[texts.name, texts.kind, texts.used, texts.added, texts.remove]}
      rows={factors.map((factor) => ({
        key: factor.id,
        cells: [
          <FactButton
            key="name"
            text={factor.name}
            label={fillTemplate(texts.renameOf, { name: factor.name })}
            onClick={() => onOpen({ what: 'rename', factor })}
          />,
          texts.kinds[factor.kind],
          factor.usedAt ? <RelativeTime key="used" moment={factor.usedAt} /> : texts.never,
          showDateTime(factor.createdAt),
          <FactButton
            key="remove"
            text={texts.remove}
            label={fillTemplate(texts.removeOf, { name: factor.name })}
            isDanger
            onClick={() => onOpen({ what: 'remove', factor })}
          />,
        ],
      }))}
    />
  );
}

function useRenew(onCodes: (codes: readonly string[]) => void) {
  const notifyError = useNotifyError();
  return useMutation({
    mutationFn: async () => {
      const { json } = await call<{ recoveryCodes: string[] }>(
        '/api/users/current/recovery-codes',
        { method: 'POST' },
      );
      return json.recoveryCodes;
    },
    onSuccess: onCodes,
    onError: notifyError,
  });
}

type RemoveFactorProps = { factor: Factor; isLast: boolean; onClose: () => void };

function RemoveFactor({ factor, isLast, onClose }: RemoveFactorProps) {
  const { profile: texts } = useTexts('factors');
  return (
    <RemoveDialog
      title={fillTemplate(texts.removeTitle, { name: factor.name })}
      text={isLast ? texts.removeLast : texts.removeText}
      cancel={texts.cancel}
      action={texts.remove}
      done={texts.removed}
      path={`${factorsPath}/${factor.id}`}
      onClose={onClose}
    />
  );
}
