import { Box, Button, Chip } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';
import type { Field } from '../../fields/field.ts';
import { withoutConditions } from '../kit/as-of.ts';
import { useResource } from '../kit/use-resource.ts';
import { FilterTools } from './filters/filter-tools.tsx';
import { GroupButton } from './groups/group-button.tsx';
import { ShownAsButton } from './shown-as/shown-as-button.tsx';
import { AddFilter, loadFilterEditor, preloadFilters } from './filters/add-filter.tsx';
import { toFilterGroups, withoutField } from './filters/filter-groups.ts';

// A first list has no filter yet.
const FieldChip = lazyPart(() => import('./filters/filter-chip.tsx'), 'FieldChip');
const NestedChips = lazyPart(() => import('./filters/nested-chips.tsx'), 'NestedChips');
const FilterEditor = lazyPart(loadFilterEditor, 'FilterEditor');

const chipPlace = <Box sx={{ width: 160, height: 36 }} />;

type Editing = { field: Field; anchor: HTMLElement };

/** The ways to filter the list, and below them the current filters, each of which opens for editing. */
export function FilterBar({ children }: { children: ReactNode }) {
  const view = useResource();
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const [editing, setEditing] = useState<Editing>();
  const { groups, others } = toFilterGroups(view, filterValues);
  const edit = (field: Field, anchor: HTMLElement): void => setEditing({ field, anchor });
  const without = (key: string) =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => name !== key));

  return (
    <Box sx={{ display: 'contents' }} onPointerOver={preloadFilters} onFocus={preloadFilters}>
      <Box sx={{ display: 'contents', displayPrint: 'none' }}>
        <FilterTools />
        <ShownAsButton />
        <GroupButton />
        <AddFilter used={groups.map((group) => group.field)} onChoose={edit} />
        {children}
      </Box>
      {groups.length + others.length > 0 && (
        <Box sx={chipsSx}>
          {groups.map((group) => (
            <FieldChip
              key={group.field.name}
              fallback={chipPlace}
              group={group}
              onEdit={(anchor) => edit(group.field, anchor)}
              onRemove={() => setFilters(withoutField(view, filterValues, group.field))}
            />
          ))}
          {others.map((key) =>
            key === 'where' ? (
              <NestedChips
                key={key}
                fallback={chipPlace}
                where={filterValues.where}
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
        </Box>
      )}
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
