import { requireEntry } from '../../../fields/require-entry.ts';
import { Autocomplete, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { useGetList, type RaRecord } from 'react-admin';
import { mayRead, referenceKey } from '../../../descriptor/access.ts';
import { displayTitle, namingFields } from '../../../descriptor/title.ts';
import type { Naming } from '../../../files/import/import-parts.ts';
import { useConfig } from '../../client/config.tsx';
import { toSortPayload } from '../../resource/sorting.ts';

type OtherRecordProps = {
  /** The collection of the records. */
  to: string;
  by: Naming['by'];
  label: string;
  /** Receives the text with which a cell names the record. */
  onChoose: (value: string) => void;
};

/** Finds any record that somebody means, by typing. */
export function OtherRecord({ to, by, label, onChoose }: OtherRecordProps) {
  const { descriptor, role } = useConfig();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed).trim();
  const resource = requireEntry(descriptor.resources, to);
  const key = referenceKey(descriptor, role, resource);
  const fields = namingFields(resource).filter((name) => mayRead(descriptor, role, resource, name));
  const { data = [], isFetching } = useGetList<RaRecord>(to, {
    pagination: { page: 1, perPage: 20 },
    sort: toSortPayload(resource.list.sort),
    filter: q === '' ? {} : { q },
    meta: { fields, ranked: true },
  });
  const options = data.flatMap((record) => {
    const id = String(record.id);
    const title = displayTitle(resource, { ...record, _id: id });
    const name: unknown = by === 'title' ? title : record[key];
    const value = by === '_id' || key === '_id' ? id : name;
    const isNamed = typeof value === 'string' || typeof value === 'number';
    return isNamed ? [{ id, title, value: String(value) }] : [];
  });
  return (
    <Autocomplete
      options={options}
      loading={isFetching}
      // The server has searched already, and in more than the title.
      filterOptions={(all) => all}
      getOptionLabel={({ title }) => title}
      getOptionKey={({ id }) => id}
      onChange={(_, option) => option && onChoose(option.value)}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      renderInput={(params) => <TextField {...params} label={label} autoFocus sx={{ m: 0 }} />}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
}
