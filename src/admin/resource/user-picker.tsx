import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';

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
        <TextField {...params} label={label} placeholder={placeholder} sx={{ m: 0 }} />
      )}
    />
  );
}

function labelOf({ name, email }: { name?: string; email?: string | null }): string {
  return email ? `${name} (${email})` : String(name);
}
