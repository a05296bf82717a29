import { Box, useMediaQuery, type Theme } from '@mui/material';
import { useDeferredValue, useEffect, useState, type ReactNode, useMemo } from 'react';
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
import { ListFrame as Frame, fitWindowSx } from './list-frame.tsx';
import { ListPagination } from './list-pagination.tsx';
import { PrintHead } from './print-head.tsx';
import { useListBaseProps } from './list-base-props.ts';
import { useUnknownSort } from './list-request.ts';
import { isUnreadableFilter } from './filters/opening-filter.ts';
import { useLayout } from './grid/columns/layout.ts';
import { listWithoutFilter, useCurrentView } from './list-views.ts';
import { FilterPanel, FilterSheet } from './filters/lazy-filters.ts';
import { ArrangedList } from './shown-as/arranged-list.tsx';
import { useArrangement, useShownAs, useUnknownShownAs } from './shown-as/use-shown-as.ts';
import { TreeFrame } from './grid/tree/tree-rows.tsx';
import { WaysShown } from './grid/tree/way.tsx';
import { useGroups } from './groups/use-groups.ts';
import { useListPanel } from './saved-views/views-place.tsx';
import { ListToolbar } from './tools/list-toolbar.tsx';
import { useSidePanel, type SidePanel } from './use-side-panel.ts';
import { listCards } from '../shell/start/list-cards-part.ts';
import { toWords } from '../../fields/text/find-words.ts';
import { SearchedWords } from '../../fields/screen/marked.ui.tsx';

const EndlessEnd = lazyPart(() => import('./grid/endless/endless-end.tsx'), 'EndlessEnd');
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
      <RecordList key={`${resource.name} ${asOf ?? ''}`} />
    </AsOfProvider>
  );
}

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
          <PrintHead />
          {asOf !== undefined && <ListMoment />}
          <ListParts />
        </ListRows>
      </ListChanges>
    </ListBase>
  );
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
    <Box className="fills-window" sx={bodySx}>
      {shown === 'filter' &&
        (hasRoom ? (
          <FilterPanel fallback={<Box sx={{ width: 360 }} />} onClose={close} />
        ) : (
          <FilterSheet onClose={close} />
        ))}
      {shown === 'values' && hasRoom && <FacetsPanel fallback={<Box sx={{ width: 264 }} />} />}
      <Box {...useListPanel()} sx={contentSx}>
        <ListContent />
      </Box>
      {open !== undefined && <RecordDrawer id={open} />}
    </Box>
  );
}

function ListContent() {
  const { may } = useResource();
  const hasBulkActions = useActions().some(({ bulk }) => bulk);
  const layout = useLayout();
  const { shown, density } = layout;
  const { isFetching, error, data, total, perPage, filterValues, ...list } = useListContext();
  const isPending = useCurrentView().isPending || list.isPending;
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const endless = useEndless();
  const selectable = may('delete') || may('update') || hasBulkActions;
  // Cards are drawn in pieces, so that a phone can respond in between; the grid at once, as pieces would delay its rows.
  const wasAnswered = useDeferredValue(!isPending);
  const isDrawn = wasAnswered || !isNarrow;
  useEffect(() => {
    // Loads the cards while the records load; after a failure they are requested again.
    if (isNarrow) listCards.load().catch(() => undefined);
  }, [isNarrow]);
  const skeleton = isNarrow ? (
    <CardSkeleton rows={perPage || 30} hasHead={selectable} />
  ) : (
    <GridSkeleton rows={perPage || 30} density={density} />
  );
  const { fields: groups } = useGroups();
  const shownAs = useArrangement();
  const isTree = useShownAs()?.kind === 'tree';
  if (shownAs && shownAs.kind !== 'tree') return <ArrangedList {...shownAs} skeleton={skeleton} />;
  if (isPending || !isDrawn) return <Frame>{skeleton}</Frame>;
  if (data === undefined)
    return (
      <Frame>
        <ListError error={error} />
      </Frame>
    );
  const isFiltered = Object.keys(filterValues as object).length > 0;
  if (total === 0 && (!isFiltered || isNarrow)) {
    return <Frame>{isFiltered ? <ListNoResults /> : <ListEmpty />}</Frame>;
  }
  if (groups.length > 0 && !isNarrow && !isTree)
    return (
      <Frame isBusy={isFetching} skeleton={skeleton}>
        <GroupedList />
      </Frame>
    );
  return (
    <Frame isBusy={isFetching} skeleton={skeleton}>
      {error && <ListStale error={error} />}
      <Box sx={fitWindowSx} onPointerOver={preloadRecordScreen} onFocus={preloadRecordScreen}>
        {isNarrow ? (
          <>
            <ListCards columns={shown} selectable={selectable} />
            {endless && <EndlessEnd rows={endless} />}
          </>
        ) : (
          <Grid layout={layout} isSelectable={selectable} hasNewRow empty={<ListNoResults />} />
        )}
      </Box>
      <ListPagination />
    </Frame>
  );
}

/**
 * Loads the code of a record's page. A first list does not wait for it, but a user who
 * points at a row is likely to open it, and then has nothing to wait for.
 */
function preloadRecordScreen(): void {
  // Opening the page tries again and reports the failure.
  import('../record/record-screen.tsx').catch(() => undefined);
}

// If there is room, the page is as high as the window and only the rows scroll; in a low window both do.
const bodySx = ({ breakpoints }: Theme) => ({
  display: 'flex',
  gap: 1.5,
  [breakpoints.up('md').replace('@media', '@media screen and')]: { flex: '1 1 0', minHeight: 260 },
});

const contentSx = { ...fitWindowSx, flex: 1, minWidth: 0 };

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
