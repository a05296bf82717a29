import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { useGetList, useGetMany, useGetOne, type RaRecord } from 'react-admin';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import { useConfig } from '../client/config.tsx';

type UserPickerProps = {
  label: string;
  /** Shown while nobody is chosen. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
};

type Option = { id: string; label: string };

/** A choice of one user, found by typing. */
export function UserPicker({ label, value, onChange, placeholder }: UserPickerProps) {
  const search = useUserSearch();
  const { data: chosen } = useGetOne('users', { id: value }, { enabled: value !== '' });
  const current: Option | null =
    value === '' ? null : { id: value, label: chosen ? labelOf(chosen) : value };
  return (
    <Autocomplete
      {...search}
      value={current}
      onChange={(_, option) => onChange(option?.id ?? '')}
      renderInput={(params) => (
        <TextField {...params} label={label} placeholder={placeholder} sx={{ m: 0 }} />
      )}
    />
  );
}

type PeoplePickerProps = {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** A choice of several other users, found by typing. */
export function PeoplePicker({ label, value, onChange }: PeoplePickerProps) {
  const { user } = useConfig();
  const { options, ...search } = useUserSearch();
  const { data = [] } = useGetMany('users', { ids: [...value] }, { enabled: value.length > 0 });
  const chosen = value.map((id): Option => {
    const known = data.find((record: RaRecord | undefined) => record?.id === id);
    return { id, label: known ? labelOf(known) : id };
  });
  return (
    <Autocomplete
      multiple
      size="small"
      filterSelectedOptions
      {...search}
      options={options.filter(({ id }) => id !== user._id)}
      value={chosen}
      onChange={(_, people) => onChange(people.map(({ id }) => id))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

/** Whether the user may list other users, to choose among them. */
export function useMayChoosePeople(): boolean {
  const { descriptor, role } = useConfig();
  const users = descriptor.resources.get('users');
  return (
    users !== undefined &&
    mayDo(descriptor, role, users, 'list') &&
    mayRead(descriptor, role, users, 'name')
  );
}

/** The users that what is typed finds, as an `Autocomplete` shows them. */
function useUserSearch() {
  const { descriptor, role } = useConfig();
  const users = descriptor.resources.get('users');
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed);
  const { data = [] } = useGetList('users', {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'name', order: 'ASC' },
    filter: q === '' ? {} : { q },
    meta: {
      fields: ['name', 'email'].filter((name) => users && mayRead(descriptor, role, users, name)),
    },
  });
  return {
    options: data.map((user): Option => ({ id: String(user.id), label: labelOf(user) })),
    // The server has searched already, and in more than the label.
    filterOptions: (options: Option[]) => options,
    isOptionEqualToValue: (one: Option, other: Option) => one.id === other.id,
    getOptionKey: ({ id }: Option) => id,
    onInputChange: (_: unknown, text: string, reason: string) =>
      setTyped(reason === 'input' ? text : ''),
  };
}

function labelOf({ name, email }: { name?: string; email?: string | null }): string {
  return email ? `${name} (${email})` : String(name);
}
