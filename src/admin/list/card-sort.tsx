import { Box } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import type { Field } from '../../fields/field.ts';
import { useText } from '../messages/use-text.ts';
import { isSortable, toSortKeys, toSortPayloadOf, type SortKey } from '../kit/sorting.ts';

/** Cards have no column heads to sort by, so the user chooses here: a first order, and one among equals. */
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

/** The browser's own select: on a phone it is the larger one, and MUI's would bring 25 kB before the first card. */
function SortSelect({ label, fields, value, none, onChange }: SortSelectProps) {
  const say = useText();
  const isOffered = value !== undefined && fields.some(({ name }) => name === value.name);
  return (
    <Box component="label" sx={selectSx}>
      <span>{label}</span>
      <select
        value={isOffered ? toText(value) : ''}
        onChange={({ target }) => onChange(fromText(target.value))}
      >
        {(none !== undefined || !isOffered) && <option value="">{none}</option>}
        {fields.flatMap(({ name, label: of }) =>
          [false, true].map((isDescending) => (
            <option key={toText({ name, isDescending })} value={toText({ name, isDescending })}>
              {say(of)} {isDescending ? '↓' : '↑'}
            </option>
          )),
        )}
      </select>
    </Box>
  );
}

function toText({ name, isDescending }: SortKey): string {
  return isDescending ? `-${name}` : name;
}

function fromText(text: string): SortKey | undefined {
  if (text === '') return undefined;
  return { name: text.replace(/^-/, ''), isDescending: text.startsWith('-') };
}

const selectSx = {
  position: 'relative',
  flex: 1,
  minWidth: 0,
  // The label sits on the frame, as on the other fields of the app.
  '& > span': {
    position: 'absolute',
    top: 0,
    left: 8,
    maxWidth: 'calc(100% - 16px)',
    px: 0.5,
    transform: 'translateY(-50%)',
    bgcolor: 'background.paper',
    color: 'text.secondary',
    fontSize: '0.75rem',
    lineHeight: 1.2,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    pointerEvents: 'none',
  },
  '& > select': {
    display: 'block',
    boxSizing: 'border-box',
    width: '100%',
    minHeight: 40,
    px: 1,
    font: 'inherit',
    fontSize: '0.9375rem',
    color: 'text.primary',
    bgcolor: 'background.paper',
    border: 1,
    borderColor: 'text.secondary',
    borderRadius: 1,
    cursor: 'pointer',
    textOverflow: 'ellipsis',
  },
  '& > select:focus-visible': {
    borderColor: 'primary.main',
    outline: '1px solid',
    outlineColor: 'primary.main',
  },
};
