import { Box, Button, Chip } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import type { Field } from '../../../fields/type/field.ts';
import type { Filters } from '../../client/list-query.ts';
import { withoutConditions } from '../../kit/as-of.ts';
import { useChangeFilters } from '../../resource/list-changes.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { toFilterGroups, withoutField } from './filter-groups.ts';
import { FilterEditor } from './lazy-filters.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

// A first list has no filter yet.
const FieldChip = lazyPart(() => import('./filter-chip.tsx'), 'FieldChip');
const NestedChips = lazyPart(() => import('./nested-chips.tsx'), 'NestedChips');

const chipPlace = <Box sx={{ width: 160, height: 36 }} />;

type Editing = { field: Field; anchor: HTMLElement };

/** The current filter in words, one chip for each field, which opens for editing; nested conditions open the panel. */
export function FilterChips({ onOpenPanel }: { onOpenPanel: () => void }) {
  const view = useResource();
  const texts = useTexts('app');
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const [editing, setEditing] = useState<Editing>();
  const { groups, others } = toFilterGroups(view, filterValues);
  const remove = (key: string) => changeFilters(({ [key]: _, ...kept }) => kept);
  if (groups.length + others.length === 0 && !editing) return null;
  return (
    <Box sx={chipsSx}>
      {groups.map((group) => (
        <FieldChip
          key={group.field.name}
          fallback={chipPlace}
          group={group}
          onEdit={(anchor) => setEditing({ field: group.field, anchor })}
          onRemove={() => changeFilters((latest) => withoutField(view, latest, group.field))}
        />
      ))}
      {others.map((key) =>
        key === 'where' ? (
          <NestedChips
            key={key}
            fallback={chipPlace}
            where={filterValues.where}
            onEdit={onOpenPanel}
            onChange={(where) =>
              where ? changeFilters((latest) => ({ ...latest, where })) : remove(key)
            }
          />
        ) : (
          <Chip
            key={key}
            label={fillTemplate(texts.list.unknownFilter, { key })}
            color="warning"
            variant="outlined"
            onDelete={() => remove(key)}
          />
        ),
      )}
      <Button
        size="small"
        color="inherit"
        sx={{ displayPrint: 'none' }}
        onClick={() => changeFilters(toSearch)}
      >
        {texts.list.clearFilters}
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

/** The search of a filter, without its conditions. */
function toSearch(latest: Filters): Filters {
  return { ...withoutConditions(latest), ...(Boolean(latest['q']) && { q: latest['q'] }) };
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
