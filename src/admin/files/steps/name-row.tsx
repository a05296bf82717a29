import { Box, Button, Autocomplete, TextField } from '@mui/material';
import { useState, useDeferredValue } from 'react';
import type { ColumnValue, NearRecord } from '../../../contract/column-values.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Naming } from '../../../files/import/import-parts.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { shownValue } from './read-values.ts';
import { requireEntry } from '../../../fields/require-entry.ts';
import { useGetList, type RaRecord } from 'react-admin';
import { mayRead, referenceKey } from '../../../descriptor/access.ts';
import { keyOf, displayTitle, namingFields } from '../../../descriptor/title.ts';
import { useConfig } from '../../client/config.tsx';
import { toSortPayload } from '../../resource/sorting.ts';

type NameRowProps = {
  counted: ColumnValue;
  /** The collection of the records. */
  to: string;
  by: Naming['by'];
  onDecide: (becomes: string) => void;
};

/** A name that no record has: the records that may be meant, another one, or none. */
export function NameRow({ counted, to, by, onDecide }: NameRowProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [isSearching, setSearching] = useState(false);
  const { value, count, near } = counted;
  const shown = shownValue(value);
  return (
    <Box component="li" aria-label={shown} sx={rowSx}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {shown}
        </Box>{' '}
        <Hint variant="caption" component="span">
          {fillTemplate(texts.rows, { count: number(count) })}
        </Hint>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, minWidth: 0 }}>
        {near?.map((record) => (
          <NearButton
            key={record._id}
            record={record}
            value={shown}
            onTake={() => onDecide(record.value)}
          />
        ))}
        {near?.length === 0 && <Hint variant="caption">{texts.noneNear}</Hint>}
        <Button
          size="small"
          aria-label={fillTemplate(texts.otherOf, { value: shown })}
          aria-expanded={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          {texts.other}
        </Button>
        <Button
          size="small"
          color="inherit"
          aria-label={fillTemplate(texts.keepOf, { value: shown })}
          onClick={() => onDecide(value)}
        >
          {texts.keep}
        </Button>
      </Box>
      {isSearching && (
        <OtherRecord
          to={to}
          by={by}
          label={fillTemplate(texts.otherOf, { value: shown })}
          onChoose={onDecide}
        />
      )}
    </Box>
  );
}

type NearButtonProps = { record: NearRecord; value: string; onTake: () => void };

function NearButton({ record, value, onTake }: NearButtonProps) {
  const { title, by, reason, score } = record;
  const texts = useTexts('import-values');
  const why = `${texts.reasons[reason]} · ${score}`;
  return (
    <Button
      size="small"
      variant="outlined"
      aria-label={fillTemplate(texts.takeOf, { record: `${shownValue(title)} ${why}`, value })}
      title={title.includes(by) ? undefined : by}
      onClick={onTake}
      sx={{ textTransform: 'none', textAlign: 'left', overflowWrap: 'anywhere' }}
    >
      <span>
        {shownValue(title)}{' '}
        <Hint variant="caption" component="span">
          {why}
        </Hint>
      </span>
    </Button>
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
  gap: 1,
  alignItems: 'start',
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

type OtherRecordProps = {
  /** The collection of the records. */
  to: string;
  by: Naming['by'];
  label: string;
  /** Receives the text with which a cell names the record. */
  onChoose: (value: string) => void;
};

/** Finds any record that somebody means, by typing. */
function OtherRecord({ to, by, label, onChoose }: OtherRecordProps) {
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
    const name = by === 'title' ? title : keyOf(resource, record);
    const value = by === '_id' || key.includes('_id') ? id : name;
    return value === '' ? [] : [{ id, title, value }];
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
