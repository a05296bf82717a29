import { useEffect, useRef, useState } from 'react';
import {
  isFilterTree,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { newTerm, withItem, withoutUnfinished, type TreePath } from './builder-group.tsx';
import { toFilters, toFilterState, useFilterTree } from './filter-state.ts';

/** Milliseconds: letters typed quickly become one request. */
const PAUSE = 350;

/**
 * The filter of the list while the user builds it. It may have unfinished conditions; the list follows the
 * finished ones shortly after each change. Chips, views and the address change it from outside.
 */
export function useFilterDraft() {
  const { context, tree, setTree } = useFilterTree();
  const now = JSON.stringify(tree);
  const [draft, setDraft] = useState(() => withOneTerm(tree));
  // The list's filter as this draft made it, as it was last seen, and how often others have changed it.
  const [told, setTold] = useState(now);
  const [seen, setSeen] = useState(now);
  const [revision, setRevision] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen !== now) {
    setSeen(now);
    if (told !== now) {
      setTold(now);
      setDraft(tree);
      setRevision(revision + 1);
    }
  }

  const apply = (next: FilterTree): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const finished = withoutUnfinished(next);
    const applied = JSON.stringify(
      toFilterState(context, toFilters(context, { tree: finished })).tree,
    );
    setTold(applied);
    if (applied !== now) setTree(finished);
  };
  // The list may have another search or view by then.
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const set = (next: FilterTree): void => {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(next), PAUSE);
  };
  return {
    context,
    draft,
    revision,
    change: (path: TreePath, item: FilterTree | FilterTerm | undefined): void =>
      set(withItem(draft, path, item)),
    clear: (): void => {
      set(withOneTerm({ join: 'and', items: [] }));
      setRevision(revision + 1);
    },
    /** Applies at once what the user has just typed. */
    flush: (): void => {
      if (timer.current !== undefined) latest.current(draft);
    },
  };
}

function withOneTerm(tree: FilterTree): FilterTree {
  return tree.items.length > 0 ? tree : { join: 'and', items: [newTerm] };
}

/** Whether the conditions all hold together, as most filters do: they are then rows, without groups. */
export function isSimple({ join, not, items }: FilterTree): boolean {
  return join === 'and' && !not && !items.some(isFilterTree);
}

/** The paths of all conditions, each once. */
export function pathsIn(item: FilterTerm | FilterTree): string[] {
  return isFilterTree(item) ? [...new Set(item.items.flatMap(pathsIn))] : [item.path];
}
