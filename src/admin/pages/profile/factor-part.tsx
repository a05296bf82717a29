import { useCopy } from '../../kit/use-copy.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Factor, Factors } from '../../../contract/people/factors.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { call } from '../../client/http.ts';
import { FactButton } from '../../kit/fact-button.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { RemoveDialog } from '../../resource/remove-dialog.tsx';
import { useNow } from '../../kit/use-now.ts';
import { useTexts } from '../../messages/texts.ts';
import { AddFactor, FactorName, factorsPath } from './add-factor.tsx';
import { Part } from '../people/page-part.tsx';
import { sessionsKey } from './session-list.tsx';
import { useSend } from '../../client/use-send.ts';

const queryKey = ['factors'];

type Opened =
  | { what: 'totp' | 'passkey' }
  | { what: 'rename' | 'remove'; factor: Factor }
  | { what: 'codes'; codes: readonly string[] };

/** The second factors of the user. */
export function FactorPart() {
  const { profile: texts } = useTexts('factors');
  return (
    <Part title={texts.title} lead={texts.help} isWide>
      <FactorSection />
    </Part>
  );
}

function FactorSection() {
  const { profile: texts } = useTexts('factors');
  const { loading } = useTexts('people');
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const { data, error } = useApiQuery<Factors>(queryKey, factorsPath);
  const showCodes = (codes: readonly string[]): void => setOpened({ what: 'codes', codes });
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const { data: factors } = data;
  const close = (): void => {
    setOpened(undefined);
    void queries.invalidateQueries({ queryKey });
    // To remove a factor ends other sessions.
    void queries.invalidateQueries({ queryKey: sessionsKey });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {data.required && factors.length === 0 && <RequiredAlert deadline={data.deadline} />}
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
        {factors.length > 0 && <CodesLeft count={data.recoveryCodes} onCodes={showCodes} />}
      </Box>
      {opened && (
        <FactorDialog
          {...{ opened }}
          isLast={factors.length === 1}
          onCodes={showCodes}
          onClose={close}
        />
      )}
    </Box>
  );
}

/** Says until when the user must add a factor, or that it is too late. */
function RequiredAlert({ deadline }: Pick<Factors, 'deadline'>) {
  const { profile: texts } = useTexts('factors');
  const now = useNow();
  const isOverdue = deadline !== null && Date.parse(deadline) < now.getTime();
  return (
    <Alert severity={isOverdue ? 'error' : 'warning'}>
      {isOverdue || deadline === null
        ? texts.overdue
        : fillTemplate(texts.required, { date: showDateTime(deadline) })}
    </Alert>
  );
}

type CodesLeftProps = { count: number; onCodes: (codes: readonly string[]) => void };

/** The number of recovery codes left, and the button that makes new ones. */
function CodesLeft({ count, onCodes }: CodesLeftProps) {
  const { profile: texts } = useTexts('factors');
  const path = '/api/users/current/recovery-codes';
  const renew = useSend({
    send: () => call<{ recoveryCodes: string[] }>(path, { method: 'POST' }),
    onDone: ({ json }) => onCodes(json.recoveryCodes),
  });
  return (
    <>
      <Button loading={renew.isPending} onClick={() => renew.mutate()}>
        {texts.renewCodes}
      </Button>
      <Typography color={count === 0 ? 'error' : 'text.secondary'}>
        {count === 0 ? texts.codesNone : fillTemplate(texts.codesLeft, { count })}
      </Typography>
    </>
  );
}

type FactorDialogProps = Omit<CodesLeftProps, 'count'> & {
  opened: Opened;
  isLast: boolean;
  onClose: () => void;
};

function FactorDialog({ opened, isLast, onCodes, onClose }: FactorDialogProps) {
  const { profile: texts } = useTexts('factors');
  if (opened.what === 'codes') return <RecoveryCodes codes={opened.codes} onClose={onClose} />;
  if (opened.what === 'rename') return <FactorName factor={opened.factor} onClose={onClose} />;
  if (opened.what === 'remove')
    return (
      <RemoveDialog
        title={fillTemplate(texts.removeTitle, { name: opened.factor.name })}
        text={isLast ? texts.removeLast : texts.removeText}
        cancel={texts.cancel}
        action={texts.remove}
        done={texts.removed}
        path={`${factorsPath}/${opened.factor.id}`}
        onClose={onClose}
      />
    );
  return <AddFactor kind={opened.what} onClose={onClose} onCodes={onCodes} />;
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

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void };

/** New recovery codes, which are shown this once. */
function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { profile: texts } = useTexts('factors');
  const text = `${codes.join('\n')}\n`;
  const copy = useCopy(texts.copied);
  return (
    <DialogFrame
      title={texts.codesTitle}
      cancel={texts.done}
      isBusy
      // The codes have the focus, because one Enter too many must not close their only view.
      content={{ tabIndex: 0, ref: focusOn }}
      onClose={onClose}
      onCancel={onClose}
      beside={
        <>
          <Button onClick={() => copy(text)}>{texts.copy}</Button>
          <Button
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
          >
            {texts.download}
          </Button>
        </>
      }
    >
      {texts.codesHelp}
      <Box
        component="ol"
        aria-label={texts.codes}
        sx={{ columns: 2, pl: 3, my: 2, fontFamily: 'monospace', fontSize: 18, lineHeight: 1.8 }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
    </DialogFrame>
  );
}

function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
