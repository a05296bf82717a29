import { Box, useMediaQuery } from '@mui/material';
import {
  startTransition,
  useDeferredValue,
  useEffect,
  useState,
  type ReactNode,
  useMemo,
} from 'react';
import { ListBase, useListContext } from 'react-admin';
import { Navigate, useLocation } from 'react-router-dom';
import { AsOfProvider, asOfOf, momentInFilter, useAsOf } from '../kit/as-of.ts';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { preloadableComponent } from '../kit/loading/preloadable-component.tsx';
import { useText } from '../messages/use-text.ts';
import { Grid } from './grid/grid.tsx';
import { EndlessFrame, useEndless } from './grid/endless/endless-rows.tsx';
import { GridSkeleton, CardSkeleton } from './skeletons.tsx';
import { AccessDeniedPage } from '../kit/loading/lazy-pages.tsx';
import { writeShownAs } from '../../descriptor/shown-as.ts';
import { useActions } from '../record/actions/use-actions.ts';
import { openRecordOf } from '../kit/open-record.ts';
import { ListChanges } from '../resource/list-changes.tsx';
import { PageTitle } from '../kit/page-title.tsx';
import { useResource } from '../kit/use-resource.ts';
import {
  DroppedView,
  GroupedList,
  ListEmpty,
  ListError,
  ListNoResults,
  ListStale,
  ListUnreadable,
  FacetsPanel,
  SimilarRecords,
} from './lazy-parts.ts';
import { ListFrame as Frame } from './list-frame.tsx';
import { ListPagination } from './list-pagination.tsx';
import { PrintHead } from './print-head.tsx';
import { useListBaseProps } from './list-base-props.ts';
import { useUnknownSort } from './list-request.ts';
import { isUnreadableFilter } from './filters/opening-filter.ts';
import { useLayout } from './grid/columns/layout.ts';
import { ListState } from './list-state.tsx';
import { listWithoutFilter, useCurrentView } from './list-views.ts';
import { FilterPanel, FilterSheet } from './filters/lazy-filters.ts';
import { useArrangement, useShownAs, useUnknownShownAs } from './shown-as/use-shown-as.ts';
import { TreeFrame, WaysShown } from './grid/tree/tree-rows.tsx';
import { useGroups } from './groups/use-groups.ts';
import { useListPanel } from './saved-views/views-place.tsx';
import { ListToolbar } from './tools/list-toolbar.tsx';
import { useSidePanel, type SidePanel } from './use-side-panel.ts';
import { listCards } from '../shell/start/list-cards-part.ts';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { toWords } from '../../fields/text/find-words.ts';
import { SearchedWords } from '../../fields/screen/marked.ui.tsx';

const EndlessEnd = lazyPart(() => import('./grid/endless/endless-end.tsx'), 'EndlessEnd');
const arrangedTexts = import.meta.glob('/src/admin/messages/*/list/shown-as.ts');
const Board = lazyPart(() => import('./board/board.tsx'), 'Board', arrangedTexts);
const Calendar = lazyPart(() => import('./calendar/calendar.tsx'), 'Calendar', arrangedTexts);
const ListCards = preloadableComponent(listCards);
const RecordDrawer = lazyPart(() => import('../record/record-drawer.tsx'), 'RecordDrawer');
const ListMoment = lazyPart(() => import('./list-moment.tsx'), 'ListMoment');
/** The one list, for every resource: `/chems/overview`. Its whole state is in its address. */
export function ListScreen() {
  const { resource, may } = useResource();
  const say = useText();
  const { search } = useLocation();
  const asOf = asOfOf(search);
  if (!may('list')) return <AccessDeniedPage />;
  if (new URLSearchParams(search).has('asOf'))
    return <Navigate replace to={{ search: momentInFilter(search) }} />;
  return (
    <AsOfProvider value={asOf}>
      <PageTitle title={say(resource.label)} />
      {/* Without the steps to undo that were made in another time. */}
      <ListState key={`${resource.name} ${asOf ?? ''}`}>
        <List />
      </ListState>
    </AsOfProvider>
  );
}

const List = replaceable({ part: 'list', Usual: RecordList, toProps: () => ({}) });

function RecordList() {
  const asOf = useAsOf();
  const { search } = useLocation();
  const list = useListBaseProps();
  useUnknownShownAs();
  if (useUnknownSort()) return null;
  if (isUnreadableFilter(search)) return <ListUnreadable />;
  return (
    <ListBase {...list}>
      <ListChanges
        fresh={{ filter: list.filterDefaultValues, sort: list.sort, perPage: list.perPage }}
      >
        <ListRows fields={list.queryOptions.meta.fields}>
          <PrintHeadLater />
          {asOf !== undefined && <ListMoment />}
          <ListParts />
        </ListRows>
      </ListChanges>
    </ListBase>
  );
}

/** Nobody sees it on a screen, so the first rows do not wait for it. */
function PrintHeadLater() {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && <PrintHead />;
}

/** Reads the records of a list without pages and of a tree, in place of react-admin. */
function ListRows({ fields, children }: { fields: readonly string[]; children: ReactNode }) {
  const shownAs = useArrangement();
  const isTree = useShownAs()?.kind === 'tree';
  return (
    <EndlessFrame fields={fields} isOff={shownAs !== undefined}>
      <TreeFrame fields={fields} field={shownAs?.kind === 'tree' ? shownAs.field : undefined}>
        <WaysShown value={isTree && shownAs === undefined}>{children}</WaysShown>
      </TreeFrame>
    </EndlessFrame>
  );
}

function ListParts() {
  const panel = useSidePanel();
  const { resource } = useResource();
  const say = useText();
  const { view: chosen } = useCurrentView();
  // A list with conditions in its address does not open with the declared filter.
  const isFresh = !new URLSearchParams(useLocation().search).has('filter');
  const isCut = isFresh && (resource.list.dropped ?? []).length > 0;
  const view = chosen ?? (isCut ? listWithoutFilter(say(resource.label)) : undefined);
  const [agreed, setAgreed] = useState<string>();
  const version = view && `${view.id} ${view.version}`;
  // Without its filter, it would list other records than those meant, for bulk actions too.
  if (view?.dropped?.length && agreed !== version)
    return <DroppedView view={view} onAgree={() => setAgreed(version)} />;
  return (
    <>
      <ListToolbar panel={panel} />
      <SearchMarks>
        <ListBody panel={panel} />
      </SearchMarks>
    </>
  );
}

/** The records, and beside them the conditions of the filter or the counts of values. */
function ListBody({ panel: { shown, close } }: { panel: SidePanel }) {
  const open = openRecordOf(useLocation().search);
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  return (
    <div className="fills-window list-body">
      {shown === 'filter' &&
        (hasRoom ? (
          <FilterPanel fallback={<Box sx={{ width: 360 }} />} onClose={close} />
        ) : (
          <FilterSheet onClose={close} />
        ))}
      {shown === 'values' && hasRoom && <FacetsPanel fallback={<Box sx={{ width: 264 }} />} />}
      <div {...useListPanel()} className="list-content">
        <ListContent />
      </div>
      {open !== undefined && <RecordDrawer id={open} />}
    </div>
  );
}

function ListContent() {
  const { density } = useLayout();
  const { perPage } = useListContext();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const isSelectable = useSelectable();
  const shownAs = useArrangement();
  useEffect(() => {
    // Loads the cards while the records load; after a failure they are requested again.
    if (isNarrow) listCards.load().catch(() => undefined);
  }, [isNarrow]);
  const skeleton = isNarrow ? (
    <CardSkeleton rows={perPage || 30} hasHead={isSelectable} />
  ) : (
    <GridSkeleton rows={perPage || 30} density={density} />
  );
  if (shownAs && shownAs.kind !== 'tree') {
    // Another field starts with an empty state.
    const key = writeShownAs(shownAs);
    return (
      <Frame skeleton={skeleton}>
        {shownAs.kind === 'board' ? (
          <Board key={key} field={shownAs.field} />
        ) : (
          <Calendar key={key} {...shownAs} />
        )}
      </Frame>
    );
  }
  return <TableContent {...{ isNarrow, isSelectable, skeleton }} />;
}

type TableContentProps = { isNarrow: boolean; isSelectable: boolean; skeleton: ReactNode };

/** A table, its groups, or a tree; or what stands in its place. */
function TableContent({ isNarrow, isSelectable, skeleton }: TableContentProps) {
  const { isFetching, error, data, total, filterValues, ...list } = useListContext();
  const isPending = useCurrentView().isPending || list.isPending;
  const isHeld = useHeldCards(isNarrow, isPending);
  const isGrouped = useIsGrouped(isNarrow);
  const isFiltered = Object.keys(filterValues as object).length > 0;
  if (isPending || isHeld) return <Frame>{skeleton}</Frame>;
  if (data === undefined)
    return (
      <Frame>
        <ListError error={error} />
      </Frame>
    );
  if (total === 0 && (!isFiltered || isNarrow))
    return <Frame>{isFiltered ? <ListNoResults /> : <ListEmpty />}</Frame>;
  return (
    <Frame isBusy={isFetching} skeleton={skeleton}>
      {isGrouped ? <GroupedList /> : <Records {...{ isNarrow, isSelectable }} />}
    </Frame>
  );
}

function useIsGrouped(isNarrow: boolean): boolean {
  const isTree = useShownAs()?.kind === 'tree';
  return useGroups().fields.length > 0 && !isNarrow && !isTree;
}

function useSelectable(): boolean {
  const { may } = useResource();
  const hasBulkActions = useActions().some(({ bulk }) => bulk);
  return may('delete') || may('update') || hasBulkActions;
}

/**
 * Whether the cards of a phone still wait. They are drawn in pieces, so that a phone can respond in between; the grid
 * at once, as pieces would delay its rows.
 */
function useHeldCards(isNarrow: boolean, isPending: boolean): boolean {
  const wasAnswered = useDeferredValue(!isPending);
  return isNarrow && !wasAnswered;
}

function Records({ isNarrow, isSelectable }: Omit<TableContentProps, 'skeleton'>) {
  const layout = useLayout();
  const { error } = useListContext();
  const endless = useEndless();
  return (
    <>
      {error && <ListStale error={error} />}
      <div
        className="list-records"
        onPointerOver={preloadRecordScreen}
        onFocus={preloadRecordScreen}
      >
        {isNarrow ? (
          <>
            <ListCards columns={layout.shown} selectable={isSelectable} />
            {endless && <EndlessEnd rows={endless} />}
          </>
        ) : (
          <Grid layout={layout} isSelectable={isSelectable} hasNewRow empty={<ListNoResults />} />
        )}
      </div>
      <ListPagination />
    </>
  );
}

/**
 * Loads the code of a record's page. A first list does not wait for it, but a user who
 * points at a row is likely to open it, and then has nothing to wait for.
 */
function preloadRecordScreen(): void {
  // Opening the page tries again and reports the failure.
  import('../record/record-screen.tsx').catch(() => undefined);
  // Its keys must not reach the cell while it loads.
  import('../threads/threads-panel.tsx').catch(() => undefined);
}

/** Marks the words of the search in the records of a list, and shows similar records above them. */
function SearchMarks({ children }: { children: ReactNode }) {
  const { filterValues } = useListContext();
  const asOf = useAsOf();
  const { q } = filterValues as { q?: unknown };
  const text = typeof q === 'string' && asOf === undefined ? q.trim() : '';
  const words = useMemo(() => toWords(text), [text]);
  return (
    <SearchedWords value={words}>
      {text !== '' && <SimilarRecords key={text} text={text} />}
      {children}
    </SearchedWords>
  );
}
