import { Box, Button, Chip } from '@mui/material';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { Field } from '../../../fields/field.ts';
import { withoutConditions } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toFilterGroups, withoutField } from './filter-groups.ts';
import { FilterEditor } from './lazy-filters.ts';

// A first list has no filter yet.
const FieldChip = lazyPart(() => import('./filter-chip.tsx'), 'FieldChip');
const NestedChips = lazyPart(() => import('./nested-chips.tsx'), 'NestedChips');

const chipPlace = <Box sx={{ width: 160, height: 36 }} />;

type Editing = { field: Field; anchor: HTMLElement };

/** The current filter in words, one chip for each field, which opens for editing; nested conditions open the panel. */
export function FilterChips({ onOpenPanel }: { onOpenPanel: () => void }) {
  const view = useResource();
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const [editing, setEditing] = useState<Editing>();
  const { groups, others } = toFilterGroups(view, filterValues);
  const without = (key: string) =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => name !== key));
  if (groups.length + others.length === 0 && !editing) return null;
  return (
    <Box sx={chipsSx}>
      {groups.map((group) => (
        <FieldChip
          key={group.field.name}
          fallback={chipPlace}
          group={group}
          onEdit={(anchor) => setEditing({ field: group.field, anchor })}
          onRemove={() => setFilters(withoutField(view, filterValues, group.field))}
        />
      ))}
      {others.map((key) =>
        key === 'where' ? (
          <NestedChips
            key={key}
            fallback={chipPlace}
            where={filterValues.where}
            onEdit={onOpenPanel}
            onChange={(where) => setFilters(where ? { ...filterValues, where } : without(key))}
          />
        ) : (
          <Chip
            key={key}
            label={translate('list.unknown_filter', { key })}
            color="warning"
            variant="outlined"
            onDelete={() => setFilters(without(key))}
          />
        ),
      )}
      <Button
        size="small"
        color="inherit"
        sx={{ displayPrint: 'none' }}
        onClick={() =>
          setFilters({
            ...withoutConditions(filterValues),
            ...(filterValues.q && { q: filterValues.q }),
          })
        }
      >
        {translate('list.clear_filters')}
      </Button>
      {editing && (
        <FilterEditor
          key={editing.field.name}
          field={editing.field}
          anchor={editing.anchor}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Box>
  );
}

// What stands before the chips stays in place when the first filter comes.
const chipsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  flexBasis: '100%',
  minWidth: 0,
};
