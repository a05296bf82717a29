import { Box, Checkbox, Link, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useListContext, useTranslate, type RaRecord } from 'react-admin';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { FieldValue, isNothing } from '../field-value.tsx';
import { RecordLink } from '../record-link.tsx';
import { useResource } from '../use-resource.ts';
import { useChoosable } from './use-choosable.ts';
import { directionOf, isSortable } from './sorting.ts';

type ListCardsProps = { columns: readonly Field[]; selectable: boolean };

const FIELDS_PER_CARD = 5;

/** The records of the page on a narrow screen: each a card with its title and first fields. */
export function ListCards({ columns, selectable }: ListCardsProps) {
  const { resource } = useResource();
  const { data = [] } = useListContext();
  const named = new Set(titleFields(resource));
  const fields = columns.filter((field) => !named.has(field.name)).slice(0, FIELDS_PER_CARD);
  return (
    <Box>
      <SortChoice columns={columns} />
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((record) => (
          <Card key={record.id} record={record} fields={fields} selectable={selectable} />
        ))}
      </Stack>
    </Box>
  );
}

type CardProps = { record: RaRecord; fields: readonly Field[]; selectable: boolean };

function Card({ record, fields, selectable }: CardProps) {
  const { resource } = useResource();
  const isChoosable = useChoosable();
  const { selectedIds, onToggleItem } = useListContext();
  const translate = useTranslate();
  const title = displayTitle(resource, record);
  return (
    <Box component="li" sx={cardSx}>
      {selectable && (
        <Checkbox
          size="small"
          edge="start"
          checked={selectedIds.includes(record.id)}
          disabled={!isChoosable(record)}
          onChange={() => onToggleItem(record.id)}
          slotProps={{ input: { 'aria-label': translate('list.select', { title }) } }}
          sx={{ mt: -0.75 }}
        />
      )}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Link
          component={RecordLink}
          record={record}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        />
        <CardFields record={record} fields={fields} />
      </Box>
    </Box>
  );
}

function CardFields({ record, fields }: Pick<CardProps, 'record' | 'fields'>) {
  const say = useText();
  const told = fields.filter((field) => !isNothing(record[field.name]));
  if (told.length === 0) return null;
  return (
    <Box component="dl" sx={fieldsSx}>
      {told.map((field) => (
        <Box key={field.name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {say(field.label)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflow: 'hidden' }}>
            <FieldValue field={field} value={record[field.name]} place="list" />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Cards have no column heads to sort by. */
function SortChoice({ columns }: { columns: readonly Field[] }) {
  const { sort, setSort } = useListContext();
  const say = useText();
  const translate = useTranslate();
  const current = columns.find((field) => directionOf(sort, field) !== undefined);
  return (
    <TextField
      select
      size="small"
      margin="none"
      fullWidth={false}
      label={translate('list.sort_by')}
      value={current === undefined ? '' : `${current.name} ${sort.order}`}
      onChange={(event) => {
        const [field = '', order] = event.target.value.split(' ');
        setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' });
      }}
      sx={{ m: 1.5, minWidth: 200 }}
    >
      {columns.filter(isSortable).flatMap((field) => [
        <MenuItem key={`${field.name} ASC`} value={`${field.name} ASC`}>
          {say(field.label)} ↑
        </MenuItem>,
        <MenuItem key={`${field.name} DESC`} value={`${field.name} DESC`}>
          {say(field.label)} ↓
        </MenuItem>,
      ])}
    </TextField>
  );
}

const cardSx = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.5,
  px: 1.5,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  breakInside: 'avoid',
  // A finger needs 24 px.
  '& a': { display: 'inline-block', lineHeight: '24px' },
  // A value too long for its line ends in an ellipsis, in a link as well.
  '& dd > span': { maxWidth: '100%' },
  '& dd a': {
    maxWidth: '100%',
    verticalAlign: 'bottom',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
};

const fieldsSx = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) 1fr',
  columnGap: 1.5,
  rowGap: 0.25,
  m: 0,
  mt: 0.5,
};
