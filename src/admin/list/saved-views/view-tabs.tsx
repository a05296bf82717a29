import { Box, Button } from '@mui/material';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { useListContext } from 'react-admin';
import { useEffect, useRef, useState, type KeyboardEvent, type DragEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { announce } from '../../kit/status/announcer.ts';
import { useTexts } from '../../messages/texts.ts';
import { arrowStep, isMenuKey } from '../../kit/keys/key-press.ts';
import type { ListView } from '../list-views.ts';
import { useOpenView } from './use-open-view.ts';
import { useViewCounts } from './view-counts.ts';
import { useTabsState, LIST_PANEL } from './view-tabs-state.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';

// A first list needs neither.
const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');
const ViewChanges = lazyPart(() => import('./view-changes.tsx'), 'ViewChanges');

/** A menu is open at an element: for one tab, or for the other views and the open one. */
type Opened = { anchor: HTMLElement; of?: ListView };

/** The tabs of the views, and beside them the other views and the changes to the open one. */
export function ViewTabs() {
  const texts = useTexts('views');
  const { others, current } = useTabsState();
  const { filterValues } = useListContext();
  const [isChanged, setChanged] = useState(false);
  const [menu, setMenu] = useState<Opened>();
  const isPlain = current === undefined && Object.keys(filterValues as object).length === 0;
  return (
    <div className="list-tabs">
      <TabList
        isChanged={isChanged}
        onMenu={(anchor, of) => setMenu({ anchor, ...(of && { of }) })}
      />
      <Button
        size="small"
        color="inherit"
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined && menu.of === undefined}
        onClick={({ currentTarget }) => setMenu({ anchor: currentTarget })}
        sx={buttonSx}
      >
        {others.length > 0 ? fillTemplate(texts.more, { count: others.length }) : texts.views}
      </Button>
      {!isPlain && <ViewChanges current={current} onChange={setChanged} />}
      {menu && <ViewsMenu {...menu} onClose={() => setMenu(undefined)} />}
    </div>
  );
}

type TabListProps = {
  /** Whether the list differs from the open view. */
  isChanged: boolean;
  onMenu: (anchor: HTMLElement, of: ListView | undefined) => void;
};

/** The views as tabs (WAI-ARIA, Tabs): the arrow keys open one after another, and the list without a view is the first. */
function TabList({ isChanged, onMenu }: TabListProps) {
  const texts = useTexts('views');
  const state = useTabsState();
  const { tabs, current } = state;
  const open = useOpenView();
  const count = useViewCounts(tabs);
  const list = useRef<HTMLDivElement>(null);
  useVisibleTab(list, current?.id);
  const all: readonly (ListView | undefined)[] = [undefined, ...tabs];
  const at = all.indexOf(current);
  const move = (view: ListView | undefined, to: number): void => {
    if (!view || to < 0 || to >= tabs.length) return;
    state.move(view.id, to);
    announce(fillTemplate(texts.moved, { name: view.name, at: to + 1, total: tabs.length }));
  };
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    const isCtrl = event.ctrlKey || event.metaKey;
    const way = arrowStep(key);
    const next = nextTab(key, at, all.length - 1);
    if (way !== 0 && shiftKey && isCtrl) move(current, at - 1 + way);
    else if (isMenuKey(event)) onMenu(event.target as HTMLElement, current);
    else if (next !== undefined && !shiftKey && !isCtrl) {
      list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
      if (next !== at) void open(all[next], true);
    } else return;
    event.preventDefault();
  };
  return (
    <Box
      ref={list}
      role="tablist"
      aria-label={texts.views}
      onKeyDown={press}
      onWheel={({ currentTarget, deltaX, deltaY }) => {
        if (deltaX === 0) currentTarget.scrollLeft += deltaY;
      }}
    >
      {all.map((view, index) => (
        <ViewTab
          key={view?.id ?? ''}
          view={view}
          count={count(view)}
          isCurrent={index === at}
          isChanged={index === at && current !== undefined && isChanged}
          onOpen={() => void open(view)}
          onMenu={(anchor) => view && onMenu(anchor, view)}
          onDrop={(id) =>
            move(
              tabs.find((each) => each.id === id),
              Math.max(0, index - 1),
            )
          }
        />
      ))}
    </Box>
  );
}

/** The tab that a key leads to, around the ends; undefined for keys that lead to none. */
function nextTab(key: string, at: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = arrowStep(key);
  if (step === 0) return undefined;
  if (at + step < 0) return last;
  return at + step > last ? 0 : at + step;
}

/** Scrolls the tabs so that the open one is visible. */
function useVisibleTab(list: { current: HTMLElement | null }, id: string | undefined): void {
  const wasFirst = useRef(id === undefined);
  useEffect(() => {
    // The first tab is visible from the start; scrolling to it would calculate the layout of the whole page.
    if (wasFirst.current && id === undefined) return;
    wasFirst.current = false;
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [list, id]);
}

const buttonSx = { flexShrink: 0, color: 'text.secondary' };

type ViewTabProps = {
  /** Undefined: the list without a view. */
  view: ListView | undefined;
  count: string;
  isCurrent: boolean;
  isChanged: boolean;
  onOpen: () => void;
  onMenu: (anchor: HTMLElement) => void;
  /** Another tab was dropped here. */
  onDrop: (id: string) => void;
};

const DRAGGED = 'application/x-view';

/** The tab of a view, with the number of its records. It can be dragged to another place. */
function ViewTab({ view, count, isCurrent, isChanged, ...does }: ViewTabProps) {
  const texts = useTexts('views');
  const app = useTexts('app');
  const [isTarget, setTarget] = useState(false);
  const isView = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(DRAGGED);
  return (
    <button
      type="button"
      role="tab"
      className="list-tab"
      aria-selected={isCurrent}
      aria-controls={LIST_PANEL}
      tabIndex={isCurrent ? 0 : -1}
      draggable={view !== undefined}
      data-drop={isTarget || undefined}
      onClick={does.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        does.onMenu(event.currentTarget);
      }}
      onDragStart={({ dataTransfer }) => view && dataTransfer.setData(DRAGGED, view.id)}
      onDragOver={(event) => {
        if (!isView(event)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        does.onDrop(event.dataTransfer.getData(DRAGGED));
      }}
    >
      {view?.name ?? app.grid.all}
      {isChanged && (
        <>
          <span aria-hidden data-changed>
            •
          </span>
          <span style={visuallyHidden}> ({texts.changed})</span>
        </>
      )}
      {count !== '' && (
        <>
          {' '}
          <span data-count>{count}</span>
        </>
      )}
    </button>
  );
}
