import { Box, Button, useMediaQuery, Autocomplete, TextField } from '@mui/material';
import { useState, useDeferredValue } from 'react';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import type { AuditFiltering } from './audit-page.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { SearchInput } from './search-input.tsx';
import { useTranslate, useGetList, useGetOne } from 'react-admin';
import { readShownDate, showDate } from '../../../fields/date-format.ts';
import { DateTextField, dayPicker } from '../../../fields/screen/date-text-field.ui.tsx';
import { useTexts } from '../../messages/texts.ts';

type AuditFilterFormProps = { filtering: AuditFiltering; actions: readonly string[] };

export function AuditFilterForm({ filtering, actions }: AuditFilterFormProps) {
  const { filters, inputOf, clear } = filtering;
  const { audit: texts } = useTexts('people');
  const say = useText();
  const { resources } = useConfig().descriptor;
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  // On a phone the filters would take half of the screen.
  if (isNarrow && !isOpen)
    return (
      <Button variant="outlined" aria-expanded={false} sx={{ mb: 2 }} onClick={() => setOpen(true)}>
        {count > 0 ? `${texts.filters} (${count})` : texts.filters}
      </Button>
    );
  return (
    <Box role="search" sx={filtersSx}>
      <NativeSelect
        label={texts.action}
        none={texts.all}
        options={actions.map((action) => [action, actionText(texts.actions, action)])}
        {...inputOf('action')}
      />
      <UserPicker label={texts.actor} {...inputOf('actor')} />
      <UserPicker label={texts.of} {...inputOf('about')} />
      <NativeSelect
        label={texts.resource}
        none={texts.all}
        options={[...resources.values()].map(({ name, label }) => [name, say(label)])}
        {...inputOf('resource')}
      />
      <SearchInput label={texts.record} {...inputOf('record')} />
      <DayInput label={texts.from} {...inputOf('from')} />
      <DayInput label={texts.to} {...inputOf('to')} />
      {count > 0 && <Button onClick={clear}>{texts.clear}</Button>}
    </Box>
  );
}

/** A newer server may record actions for which this page has no word. */
export function actionText(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? action;
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
  alignItems: 'center',
  gap: 1.5,
  mb: 2,
};

type InputProps = { label: string; value: string; onChange: (value: string) => void };

/** A day to filter by, typed or picked. An incomplete date does not filter. */
function DayInput({ label, value, onChange }: InputProps) {
  return (
    <DateTextField
      label={label}
      value={value}
      onChange={(day) => onChange(day ?? '')}
      picker={dayPicker}
      show={showDate}
      read={readShownDate}
      unreadable="drop"
      placeholder={useTranslate()('values.date_placeholder')}
    />
  );
}

type Option = { id: string; label: string };

/** A choice of one user, found by typing. */
function UserPicker({ label, value, onChange }: InputProps) {
  const { audit: texts } = useTexts('people');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed);
  const { data = [] } = useGetList('users', {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'name', order: 'ASC' },
    filter: q === '' ? {} : { q },
    meta: { fields: ['name', 'email'] },
  });
  const { data: chosen } = useGetOne('users', { id: value }, { enabled: value !== '' });
  const current: Option | null =
    value === '' ? null : { id: value, label: chosen ? labelOf(chosen) : value };
  return (
    <Autocomplete
      options={data.map((user): Option => ({ id: String(user.id), label: labelOf(user) }))}
      // The server has searched already, and in more than the label.
      filterOptions={(options) => options}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionKey={({ id }) => id}
      value={current}
      onChange={(_, option) => onChange(option?.id ?? '')}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      renderInput={(params) => (
        <TextField {...params} label={label} placeholder={texts.anyActor} sx={{ m: 0 }} />
      )}
    />
  );
}

function labelOf({ name, email }: { name?: string; email?: string | null }): string {
  return email ? `${name} (${email})` : String(name);
}
