import { Box, Button } from '@mui/material';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { useListContext } from 'react-admin';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { announce } from '../../kit/status/announcer.ts';
import { useTexts } from '../../messages/texts.ts';
import { arrowStep } from '../arrow-step.ts';
import type { ListView } from '../list-views.ts';
import { useOpenView } from './use-open-view.ts';
import { useViewCounts } from './view-counts.ts';
import { ViewTab } from './view-tab.tsx';
import { useTabsState } from './view-tabs-state.ts';

// A first list needs neither.
const ViewsMenu = lazyPart(() => import('./views-menu.tsx'), 'ViewsMenu');
const ViewChanges = lazyPart(() => import('./view-changes.tsx'), 'ViewChanges');

/** A menu is open at an element: for one tab, or for the other views and the open one. */
type Opened = { anchor: HTMLElement; of?: ListView };

/** The views as tabs (WAI-ARIA, Tabs): the arrow keys open one after another, and the list without a view is the first. */
export function ViewTabs() {
  const texts = useTexts('views');
  const state = useTabsState();
  const { tabs, others, current } = state;
  const open = useOpenView();
  const { filterValues } = useListContext();
  const [isChanged, setChanged] = useState(false);
  const isPlain = current === undefined && Object.keys(filterValues as object).length === 0;
  const count = useViewCounts(tabs);
  const [menu, setMenu] = useState<Opened>();
  const list = useRef<HTMLDivElement>(null);
  useVisibleTab(list, current?.id);

  const all: readonly (ListView | undefined)[] = [undefined, ...tabs];
  const at = all.indexOf(current);
  const focus = (index: number): void =>
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  const move = (view: ListView, to: number): void => {
    if (to < 0 || to >= tabs.length) return;
    state.move(view.id, to);
    announce(fillTemplate(texts.moved, { name: view.name, at: to + 1, total: tabs.length }));
  };
  const press = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const way = arrowStep(key);
    const isMove = way !== 0 && shiftKey && (ctrlKey || metaKey);
    if (isMove) {
      if (current) move(current, tabs.indexOf(current) + way);
    } else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      setMenu({ anchor: event.target as HTMLElement, ...(current && { of: current }) });
    } else {
      const next = nextTab(key, at, all.length - 1);
      if (next === undefined || shiftKey || ctrlKey || metaKey) return;
      focus(next);
      if (next !== at) void open(all[next], true);
    }
    event.preventDefault();
  };

  return (
    <Box sx={rowSx}>
      <Box
        ref={list}
        role="tablist"
        aria-label={texts.views}
        onKeyDown={press}
        onWheel={({ currentTarget, deltaX, deltaY }) => {
          if (deltaX === 0) currentTarget.scrollLeft += deltaY;
        }}
        sx={listSx}
      >
        {all.map((view, index) => (
          <ViewTab
            key={view?.id ?? ''}
            view={view}
            count={count(view)}
            isCurrent={index === at}
            isChanged={index === at && current !== undefined && isChanged}
            onOpen={() => void open(view)}
            onMenu={(anchor) => view && setMenu({ anchor, of: view })}
            onDrop={(id) => {
              const dropped = tabs.find((each) => each.id === id);
              if (dropped) move(dropped, Math.max(0, index - 1));
            }}
          />
        ))}
      </Box>
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
      {menu && (
        <ViewsMenu
          anchor={menu.anchor}
          {...(menu.of && { of: menu.of })}
          onClose={() => setMenu(undefined)}
        />
      )}
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

const rowSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 38,
  mb: 1,
  borderBottom: 1,
  borderColor: 'divider',
  displayPrint: 'none',
};

const listSx = {
  display: 'flex',
  alignSelf: 'stretch',
  minWidth: 0,
  overflowX: 'auto',
  // A bar would cover the tabs. They scroll by wheel, finger and keys, and the button beside them lists all views.
  scrollbarWidth: 'none',
};

const buttonSx = { flexShrink: 0, color: 'text.secondary' };
