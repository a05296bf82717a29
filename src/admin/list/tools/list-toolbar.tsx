import { useMediaQuery } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useAsOf } from '../../kit/as-of.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useSteps } from '../../resource/undo/use-steps.ts';
import { useUndoKeys } from '../grid/writing/use-undo-keys.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFollowPinned } from '../../shell/pinned-record/use-pinned-id.ts';
import { preloadFilters } from '../filters/lazy-filters.ts';
import { toFilterGroups } from '../filters/filter-groups.ts';
import { FilterChips } from '../filters/filter-chips.tsx';
import { useKeepInAddress } from '../keep-in-address.ts';
import { ViewsButton, ViewsRow } from '../saved-views/views-place.tsx';
import { SearchBox } from '../search-box.tsx';
import type { SidePanel } from '../use-side-panel.ts';
import { ListActions } from './list-actions.tsx';
import { ColumnsButton, GroupButton, ShownAsButton, SortButton } from './popup-tools.tsx';
import { UndoTools } from './undo-tools.tsx';
import FilterIcon from '@mui/icons-material/FilterList';
import ValuesIcon from '@mui/icons-material/ChecklistOutlined';
import { isObject } from '../../../descriptor/json-object.ts';
import type { Filters } from '../../client/list-query.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { FacetsSheet } from '../lazy-parts.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { replaceable } from '../../kit/screens/replaceable.tsx';
import '../list.css';

const SelectionBar = lazyPart(() => import('../selection-bar.tsx'), 'SelectionBar');

/** What stands above the records: the search, the tools with their state, and the filter in words. */
export const ListToolbar = replaceable({
  part: 'toolbar',
  Usual: UsualToolbar,
  toProps: () => ({}),
});

function UsualToolbar({ panel }: { panel: SidePanel }) {
  const { resource } = useResource();
  const { selectedIds, filterValues, onUnselectItems, total } = useListContext();
  const asOf = useAsOf();
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const hasSearch = [...resource.fields.values()].some((field) => field.search);
  useUnselect(JSON.stringify(filterValues), onUnselectItems);
  useFollowPinned();
  useKeepInAddress();
  const steps = useSteps();
  useUndoKeys(steps, asOf === undefined);
  // An empty list has nothing to search; what emptied it can be undone.
  if (steps.done.length === 0 && total === 0 && Object.keys(filterValues as object).length === 0)
    return null;
  if (selectedIds.length > 0)
    return (
      <>
        <ViewsRow />
        <div className="list-toolbar">
          <SelectionBar />
          <FilterChips onOpenPanel={() => panel.open('filter')} />
        </div>
      </>
    );
  // On a phone the search and what creates records share the first line, and the tools have the second.
  const actions = <ListActions key="actions" />;
  return (
    <>
      <ViewsRow />
      <div className="list-toolbar" onPointerOver={preloadFilters} onFocus={preloadFilters}>
        {hasSearch && <SearchBox isOff={asOf !== undefined} />}
        {isPhone && actions}
        <Tools key="tools" panel={panel} />
        {!isPhone && actions}
        <FilterChips onOpenPanel={() => panel.open('filter')} />
      </div>
    </>
  );
}

function Tools({ panel }: { panel: SidePanel }) {
  const texts = useTexts('app');
  const asOf = useAsOf();
  const toToggle = (name: 'filter' | 'values') => ({
    isOpen: panel.shown === name,
    onToggle: () => (panel.shown === name ? panel.close() : panel.open(name)),
  });
  return (
    <div role="group" aria-label={texts.list.tools} className="list-tools">
      <ViewsButton />
      <FilterButton {...toToggle('filter')} />
      <SortButton />
      <ShownAsButton />
      <GroupButton />
      <ColumnsButton />
      <ValuesButton {...toToggle('values')} />
      {asOf === undefined && <UndoTools />}
    </div>
  );
}

/** Drops the selection when the filter changes: the user chose the rows under the old one. */
function useUnselect(filter: string, onUnselectItems: () => void): void {
  const chosenUnder = useRef(filter);
  const unselect = useEffectEvent(onUnselectItems);
  useEffect(() => {
    if (chosenUnder.current !== filter) unselect();
    chosenUnder.current = filter;
  }, [filter]);
}

type PanelButtonProps = { isOpen: boolean; onToggle: () => void };

/** Opens the conditions of the list, and says how many there are. */
function FilterButton({ isOpen, onToggle }: PanelButtonProps) {
  const texts = useTexts('app');
  const view = useResource();
  const filters = useListContext().filterValues as Filters;
  const { groups } = toFilterGroups(view, filters);
  const count =
    groups.reduce((sum, { entries }) => sum + entries.length, 0) + countNested(filters['where']);
  return (
    <ToolButton
      icon={<FilterIcon />}
      words={texts.list.addFilter}
      mark={count || undefined}
      isOn={count > 0 || isOpen}
      aria-expanded={isOpen}
      data-filter-button
      onClick={onToggle}
    />
  );
}

/** The number of conditions in a nested filter. */
function countNested(where: unknown): number {
  if (Array.isArray(where)) return where.reduce((sum: number, one) => sum + countNested(one), 0);
  if (!isObject(where)) return 0;
  return Object.entries(where).reduce(
    (sum, [key, value]) => sum + (/^(and|or|not)$/.test(key) ? countNested(value) : 1),
    0,
  );
}

/** Shows the counts of values beside the list; in a narrow window they open as a sheet. */
function ValuesButton({ isOpen, onToggle }: PanelButtonProps) {
  const texts = useTexts('app');
  const isPast = useAsOf() !== undefined;
  const words = texts.grid.facets;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  return (
    <>
      <ToolButton
        icon={<ValuesIcon />}
        words={words}
        isOn={hasRoom && isOpen}
        disabled={isPast}
        {...(isPast && { title: fillTemplate(texts.list.asOfOff, { what: words }) })}
        {...(hasRoom ? { 'aria-pressed': isOpen } : { 'aria-haspopup': 'dialog' })}
        onClick={() => (hasRoom ? onToggle() : setSheetOpen(true))}
      />
      {isSheetOpen && <FacetsSheet onClose={() => setSheetOpen(false)} />}
    </>
  );
}
