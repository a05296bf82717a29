import { Box, Button, Chip } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { Field } from '../../../fields/field.ts';
import { useResource } from '../use-resource.ts';
import { FilterTools } from '../../grid/filters/filter-tools.tsx';
import { ViewsButton } from '../../grid/views/views-button.tsx';
import { AddFilter } from './add-filter.tsx';
import { toFilterGroups, withoutField } from './filter-groups.ts';
import { loadFilterEditor, preloadFilters } from './load-filters.ts';

// A first list has no filter yet.
const FilterChip = lazy(async () => ({ default: (await import('./filter-chip.tsx')).FilterChip }));
const FilterEditor = lazy(async () => ({ default: (await loadFilterEditor()).FilterEditor }));

type Editing = { field: Field; anchor: HTMLElement };

/** The filters of the list as chips, each opened to change it, and the way to add one. */
export function FilterBar() {
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
      <ViewsButton />
      <FilterTools />
      <AddFilter used={groups.map((group) => group.field)} onChoose={edit} />
      {groups.map((group) => (
        <Suspense key={group.field.name} fallback={<Box sx={{ width: 160, height: 36 }} />}>
          <FilterChip
            group={group}
            onEdit={(anchor) => edit(group.field, anchor)}
            onRemove={() => setFilters(withoutField(view, filterValues, group.field))}
          />
        </Suspense>
      ))}
      {others.map((key) => (
        <Chip
          key={key}
          label={
            key === 'where'
              ? translate('list.nested_filter')
              : translate('list.unknown_filter', { key })
          }
          color={key === 'where' ? 'default' : 'warning'}
          variant="outlined"
          onDelete={() => setFilters(without(key))}
        />
      ))}
      {groups.length + others.length > 0 && (
        <Button
          size="small"
          color="inherit"
          onClick={() => setFilters(filterValues.q ? { q: filterValues.q } : {})}
        >
          {translate('list.clear_filters')}
        </Button>
      )}
      {editing && (
        <Suspense>
          <FilterEditor
            key={editing.field.name}
            field={editing.field}
            anchor={editing.anchor}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
    </Box>
  );
}
