import { type KeyOwner, KeyForm } from './key-form.tsx';
import { Box, Button, Typography, TextField } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey, ApiKeys } from '../../../contract/people/keys.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FactButton } from '../../kit/fact-button.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState, useApiQuery } from '../../kit/loading/query-state.tsx';
import { RemoveDialog } from '../../resource/remove-dialog.tsx';
import { useTexts } from '../../messages/texts.ts';
import { collectionsOf } from './grant-draft.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useCopy } from '../../kit/use-copy.ts';
import { useLabels } from '../../kit/use-i18n.ts';

type Opened =
  { what: 'form'; key?: ApiKey } | { what: 'made'; text: string } | { what: 'revoke'; key: ApiKey };

type KeySectionProps = { owner: KeyOwner; mayMake: boolean };

/** The keys of a user: makes, changes and revokes them. */
export function KeySection({ owner, mayMake }: KeySectionProps) {
  const texts = useTexts('keys');
  const { loading } = useTexts('people');
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const queryKey = ['keys', owner.id];
  const path = `/api/keys?owner=${encodeURIComponent(owner.id)}`;
  const { data, error } = useApiQuery<ApiKeys>(queryKey, path);
  if (error || data === undefined) return <QueryState error={error} isPending loading={loading} />;
  const close = (): void => {
    setOpened(undefined);
    void queries.invalidateQueries({ queryKey });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {data.data.length === 0 ? (
        <Typography>{texts.none}</Typography>
      ) : (
        <KeyTable keys={data.data} mayChange={mayMake} onOpen={setOpened} />
      )}
      {mayMake && (
        <div>
          <Button variant="outlined" onClick={() => setOpened({ what: 'form' })}>
            {texts.make}
          </Button>
        </div>
      )}
      {opened?.what === 'form' && (
        <KeyForm
          owner={owner}
          before={opened.key}
          onMade={(text) => setOpened({ what: 'made', text })}
          onClose={close}
        />
      )}
      {opened?.what === 'made' && <NewKey text={opened.text} onClose={close} />}
      {opened?.what === 'revoke' && (
        <RemoveDialog
          title={fillTemplate(texts.revokeTitle, { name: opened.key.name })}
          text={texts.revokeText}
          cancel={texts.cancel}
          action={texts.revoke}
          done={texts.revoked}
          path={`/api/keys/${opened.key.id}`}
          onClose={close}
        />
      )}
    </Box>
  );
}

type KeyTableProps = {
  keys: readonly ApiKey[];
  mayChange: boolean;
  onOpen: (opened: Opened) => void;
};

function KeyTable({ keys, mayChange, onOpen }: KeyTableProps) {
  const texts = useTexts('keys');
  const rightsOf = useRights();
  return (
    <FactsTable
      label={texts.title}
      columns={[texts.name, texts.key, texts.rights, texts.expires, texts.used, texts.revoke]}
      rows={keys.map((key) => ({
        key: key.id,
        cells: [
          mayChange && key.state !== 'revoked' ? (
            <FactButton
              key="name"
              text={key.name}
              label={fillTemplate(texts.changeOf, { name: key.name })}
              onClick={() => onOpen({ what: 'form', key })}
            />
          ) : (
            key.name
          ),
          <code key="prefix">{key.prefix}…</code>,
          rightsOf(key),
          key.expiresAt ? showDateTime(key.expiresAt) : texts.never,
          key.usedAt
            ? fillTemplate(texts.usedFrom, {
                when: showDateTime(key.usedAt),
                address: key.usedFrom ?? '',
              })
            : texts.unused,
          key.state === 'revoked' ? (
            texts.states.revoked
          ) : (
            <FactButton
              key="revoke"
              text={
                key.state === 'expired' ? `${texts.revoke} (${texts.states.expired})` : texts.revoke
              }
              label={fillTemplate(texts.revokeOf, { name: key.name })}
              isDanger
              onClick={() => onOpen({ what: 'revoke', key })}
            />
          ),
        ],
      }))}
    />
  );
}

/** The collections of a key with their operations, in words. */
function useRights(): (key: ApiKey) => string {
  const texts = useTexts('keys');
  const labels = useLabels();
  return ({ collections }) => {
    const names = collectionsOf(collections);
    const nameOf = (name: string): string => {
      if (name === '*') return names.length === 1 ? texts.allCollections : texts.everyOther;
      return labels.ofResource(name);
    };
    return names
      .map((name) => {
        const { operations, fields, filter } = collections[name]!;
        const done = operations.map((operation) => texts.operation[operation]).join(', ');
        const limits = [fields && texts.someFields, filter && texts.someRecords].filter(Boolean);
        return `${nameOf(name)}: ${done}${limits.length > 0 ? ` (${limits.join(', ')})` : ''}`;
      })
      .join('; ');
  };
}

/** A new key, which is shown this once. */
function NewKey({ text, onClose }: { text: string; onClose: () => void }) {
  const texts = useTexts('keys');
  const copy = useCopy(texts.copied);
  return (
    <DialogFrame
      title={texts.newTitle}
      cancel={texts.done}
      isBusy
      onClose={onClose}
      onCancel={onClose}
      beside={
        <Button autoFocus onClick={() => copy(text)}>
          {texts.copy}
        </Button>
      }
    >
      <TextField
        label={texts.key}
        value={text}
        helperText={texts.newHelp}
        fullWidth
        multiline
        onFocus={({ target }) => target.select()}
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } },
        }}
      />
    </DialogFrame>
  );
}
