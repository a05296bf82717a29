import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ApiKey, NewApiKey } from '../../../contract/people/keys.ts';
import { mayDo } from '../../../descriptor/access.ts';
import { operations } from '../../../descriptor/descriptor.ts';
import { everyOther } from '../../../descriptor/permissions/narrow.ts';
import { useConfig } from '../../client/config.tsx';
import { call, messageOf, problemsOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fromDrafts, type GrantDraft, isGrantFinished, newGrant, toDrafts } from './grant-draft.ts';
import { GrantForm } from './grant-form.tsx';

/** The user whose keys they are. */
export type KeyOwner = { id: string; role: string };

const lasts = { d30: 30, d90: 90, d365: 365 } as const;
type Expiry = keyof typeof lasts | 'never' | 'same';

type KeyFormProps = {
  owner: KeyOwner;
  /** The key to change; absent: a new one. */
  before?: ApiKey | undefined;
  onMade: (text: string) => void;
  onClose: () => void;
};

type Values = {
  name: string;
  grants: readonly GrantDraft[];
  expiry: Expiry;
  addresses: string;
  rate: string;
};

type PartProps = { values: Values; onChange: (changes: Partial<Values>) => void };

/** The form of a key: its name, its rights, and when, from where and how often it works. */
export function KeyForm({ owner, before, onMade, onClose }: KeyFormProps) {
  const texts = useTexts('keys');
  const { descriptor } = useConfig();
  const [values, setValues] = useState<Values>(() => ({
    name: before?.name ?? '',
    grants: before ? toDrafts(descriptor, owner.role, before.collections) : [newGrant(everyOther)],
    expiry: before ? 'same' : 'd90',
    addresses: (before?.addresses ?? []).join('\n'),
    rate: String(before?.rate ?? 600),
  }));
  const change = (changes: Partial<Values>): void => setValues({ ...values, ...changes });
  const save = useSaveKey({ owner, before, onMade, onClose });
  const isReady = values.name.trim() !== '' && values.grants.every(isGrantFinished);
  return (
    <DialogFrame
      title={before ? texts.changeTitle : texts.makeTitle}
      cancel={texts.cancel}
      action={before ? texts.save : texts.create}
      isForm
      isDisabled={!isReady}
      isLoading={save.isPending}
      onAction={() => save.mutate(values)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {save.error && <Problems error={save.error} />}
        <TextField
          label={texts.name}
          helperText={texts.nameHelp}
          value={values.name}
          required
          autoFocus
          onChange={({ target }) => change({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          sx={{ m: 0, mt: 1 }}
        />
        <Grants values={values} role={owner.role} onChange={change} />
        <Limits values={values} isNew={!before} onChange={change} />
      </Box>
    </DialogFrame>
  );
}

function useSaveKey({ owner, before, onMade, onClose }: KeyFormProps) {
  const texts = useTexts('keys');
  const notify = useNotify();
  const { user } = useConfig();
  return useMutation({
    mutationFn: async ({ name, grants, expiry, addresses, rate }: Values) => {
      const body = {
        name: name.trim(),
        collections: fromDrafts(grants),
        addresses: addresses.split(/\s+/).filter((range) => range !== ''),
        rate: Number(rate),
        ...(expiry !== 'same' && { expiresAt: toMoment(expiry) }),
        ...(!before && owner.id !== user._id && { owner: owner.id }),
      };
      if (before) return await call<ApiKey>(`/api/keys/${before.id}`, { method: 'PATCH', body });
      return await call<NewApiKey>('/api/keys', { method: 'POST', body });
    },
    onSuccess: ({ json }) => {
      if ('key' in json) return onMade(String(json.key));
      notify(texts.changed, { type: 'success' });
      onClose();
    },
  });
}

/** The collections that the key may use, and the button that adds one. */
function Grants({ values: { grants }, role, onChange }: PartProps & { role: string }) {
  const texts = useTexts('keys');
  const choices = useChoices(role);
  const free = choices.filter((each) => grants.every(({ collection }) => collection !== each));
  const [next] = free;
  return (
    <Box component="section" aria-label={texts.collections} sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" variant="subtitle1">
        {texts.collections}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {texts.collectionsHelp}
      </Typography>
      {grants.map((grant, index) => (
        <GrantForm
          key={grant.collection}
          draft={grant}
          role={role}
          isOnly={grants.length === 1}
          choices={[grant.collection, ...free]}
          onChange={(draft) => onChange({ grants: grants.with(index, draft) })}
          onRemove={() => onChange({ grants: grants.toSpliced(index, 1) })}
        />
      ))}
      {next !== undefined && (
        <div>
          <Button onClick={() => onChange({ grants: [...grants, newGrant(next)] })}>
            {texts.addCollection}
          </Button>
        </div>
      )}
    </Box>
  );
}

/** Until when, from where and how often the key works. */
function Limits({ values, isNew, onChange }: PartProps & { isNew: boolean }) {
  const texts = useTexts('keys');
  return (
    <>
      <NativeSelect<Expiry>
        label={texts.expiry}
        value={values.expiry}
        options={(isNew ? expiries : (['same', ...expiries] as const)).map(
          (each) => [each, texts.expiries[each]] as const,
        )}
        onChange={(expiry) => onChange({ expiry })}
      />
      <TextField
        multiline
        minRows={1}
        label={texts.addresses}
        helperText={texts.addressesHelp}
        value={values.addresses}
        onChange={({ target }) => onChange({ addresses: target.value })}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        sx={{ m: 0 }}
      />
      <TextField
        type="number"
        label={texts.rate}
        value={values.rate}
        onChange={({ target }) => onChange({ rate: target.value })}
        slotProps={{ htmlInput: { min: 1, max: 100_000 } }}
        sx={{ m: 0 }}
      />
    </>
  );
}

const expiries = ['d30', 'd90', 'd365', 'never'] as const;

function toMoment(expiry: Exclude<Expiry, 'same'>): string | null {
  if (expiry === 'never') return null;
  return new Date(Date.now() + lasts[expiry] * 86_400_000).toISOString();
}

/** The collections where the owner may do anything. */
function useChoices(role: string): readonly string[] {
  const { descriptor } = useConfig();
  const own = [...descriptor.resources.values()].filter((resource) =>
    operations.some((operation) => mayDo(descriptor, role, resource, operation)),
  );
  return [everyOther, ...own.map(({ name }) => name)];
}

/** Every problem of the settings, with the name of its setting and collection. */
function Problems({ error }: { error: unknown }) {
  const texts = useTexts('keys');
  const say = useText();
  const { descriptor } = useConfig();
  const names: Readonly<Record<string, string>> = {
    name: texts.name,
    collections: texts.collections,
    addresses: texts.addresses,
    rate: texts.rate,
    expiresAt: texts.expiry,
  };
  const lines = problemsOf(error).map((each) => {
    const [setting = '', collection = ''] = each.path.split('.');
    const resource = descriptor.resources.get(collection);
    const place = [names[setting], resource && say(resource.label)].filter(Boolean).join(', ');
    return `${place && `${place}: `}${problemText(each)}`;
  });
  return (
    <Alert severity="error">
      {lines.length === 0
        ? messageOf(error)
        : [...new Set(lines)].map((line) => <div key={line}>{line}</div>)}
    </Alert>
  );
}
