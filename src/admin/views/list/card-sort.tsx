import { Box, MenuItem, TextField } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { isSortable, toSortKeys, toSortPayloadOf, type SortKey } from './sorting.ts';

/** Cards have no column heads to sort by; here one says by what, and by what among equals. */
export function CardSort({ columns }: { columns: readonly Field[] }) {
  const { sort, setSort } = useListContext();
  const translate = useTranslate();
  const keys = toSortKeys(sort);
  const sortable = columns.filter(isSortable);
  const [first, second] = keys;
  const hasFirst = sortable.some(({ name }) => name === first?.name);
  const setAt = (at: number, key: SortKey | undefined): void => {
    const others = keys.filter((other, index) => index !== at && other.name !== key?.name);
    const next = key ? others.toSpliced(at, 0, key) : others;
    setSort(toSortPayloadOf(next));
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, flex: 1, minWidth: 0 }}>
      <SortSelect
        label={translate('list.sort_by')}
        fields={sortable}
        value={first}
        onChange={(key) => setAt(0, key)}
      />
      {hasFirst && sortable.length > 1 && (
        <SortSelect
          label={translate('rows.sort_then')}
          fields={sortable.filter(({ name }) => name !== first?.name)}
          value={second}
          none={translate('rows.no_more_sort')}
          onChange={(key) => setAt(1, key)}
        />
      )}
    </Box>
  );
}

type SortSelectProps = {
  label: string;
  fields: readonly Field[];
  value: SortKey | undefined;
  none?: string;
  onChange: (key: SortKey | undefined) => void;
};

function SortSelect({ label, fields, value, none, onChange }: SortSelectProps) {
  const say = useText();
  const isOffered = fields.some(({ name }) => name === value?.name);
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={label}
      value={value && isOffered ? toText(value) : ''}
      onChange={({ target }) => onChange(fromText(target.value))}
      sx={{ flex: 1, minWidth: 0 }}
    >
      {none !== undefined && <MenuItem value="">{none}</MenuItem>}
      {fields.flatMap(({ name, label: of }) =>
        [false, true].map((isDescending) => (
          <MenuItem key={toText({ name, isDescending })} value={toText({ name, isDescending })}>
            {say(of)} {isDescending ? '↓' : '↑'}
          </MenuItem>
        )),
      )}
    </TextField>
  );
}

function toText({ name, isDescending }: SortKey): string {
  return isDescending ? `-${name}` : name;
}

function fromText(text: string): SortKey | undefined {
  if (text === '') return undefined;
  return { name: text.replace(/^-/, ''), isDescending: text.startsWith('-') };
}
