import ClearIcon from '@mui/icons-material/Clear';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../use-text.ts';
import { FilterCondition } from './filter-condition.tsx';
import type { FilterEntry, FilterGroup } from './filter-groups.ts';

type FilterChipProps = {
  group: FilterGroup;
  onEdit: (anchor: HTMLElement) => void;
  onRemove: () => void;
};

/** What the list is narrowed to by one field: `Families: Bisphenols`. */
export function FilterChip({ group, onEdit, onRemove }: FilterChipProps) {
  const say = useText();
  const translate = useTranslate();
  const label = say(group.field.label);
  return (
    <Box
      sx={chipSx}
      // The value may hold a link of its own, which cannot stand in a button; the mouse may click anywhere.
      onClick={(event) => onEdit(event.currentTarget)}
    >
      <ButtonBase
        aria-label={translate('list.edit_filter', { label })}
        aria-haspopup="dialog"
        sx={{ font: 'inherit', fontWeight: 600, borderRadius: 1, px: 1, height: 28 }}
      >
        {label}
      </ButtonBase>
      <Box component="span" sx={valueSx}>
        {withRanges(group.entries).map((entry, index) => (
          <Fragment key={`${entry.path} ${entry.operator}`}>
            {index > 0 && ', '}
            {entry.path !== group.field.name && `${say(entry.field.label)} `}
            <FilterCondition {...entry} />
          </Fragment>
        ))}
      </Box>
      <IconButton
        size="small"
        aria-label={translate('list.remove_filter', { label })}
        onClick={(event) => {
          event.stopPropagation();
          onRemove();
        }}
      >
        <ClearIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}

/** `≥ 100` and `≤ 400` are said as `100 – 400`. */
function withRanges(entries: readonly FilterEntry[]): readonly FilterEntry[] {
  return entries.flatMap((entry) => {
    const partner = (operator: string) =>
      entries.find((other) => other.path === entry.path && other.operator === operator);
    const [from, to] = [partner('gte'), partner('lte')];
    if (from === undefined || to === undefined) return [entry];
    if (entry === from) return [{ ...entry, operator: 'between', value: [from.value, to.value] }];
    return entry === to ? [] : [entry];
  });
}

export const chipSx = {
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  height: 36,
  px: 0.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'primary.main',
  bgcolor: 'action.selected',
  fontSize: 13,
  cursor: 'pointer',
};

export const valueSx = {
  maxWidth: 360,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  pr: 0.5,
};
