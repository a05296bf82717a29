import { useEffect, useRef, useState } from 'react';
import {
  isFilterTree,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { useOwnChanges } from '../use-own-changes.ts';
import { newTerm, withItem, withoutUnfinished, type TreePath } from './builder-group.tsx';
import { mergeTrees } from './merge-trees.ts';
import { toFilters, toFilterState, useFilterTree } from './filter-state.ts';

/** Milliseconds: letters typed quickly become one request. */
const PAUSE = 350;

/**
 * The filter of the list while the user builds it. It may have unfinished conditions; the list follows the
 * finished ones shortly after each change. Chips, views and the address change it from outside.
 */
export function useFilterDraft() {
  const { context, tree, changeTree } = useFilterTree();
  const now = JSON.stringify(tree);
  const [draft, setDraft] = useState(() => withOneTerm(tree));
  // The list's filter that the draft was last made from or has made; the draft differs by what is unfinished.
  const [base, setBase] = useState(tree);
  const [revision, setRevision] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isFromOutside, last, tell } = useOwnChanges(now);
  const toNormal = (each: FilterTree): FilterTree =>
    toFilterState(context, toFilters(context, { tree: each })).tree;
  if (isFromOutside) {
    setDraft(mergeTrees(base, draft, tree, toNormal));
    setBase(tree);
  }

  const apply = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const finished = withoutUnfinished(draft);
    const applied = toNormal(finished);
    if (JSON.stringify(applied) === last) return;
    tell(JSON.stringify(applied));
    setBase(applied);
    // The filter row or a chip may have changed the list in the meantime.
    changeTree((latest) => mergeTrees(base, finished, latest, toNormal));
  };
  // With the state of the latest rendering.
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const set = (next: FilterTree): void => {
    setDraft(next);
    clearTimeout(timer.current);
    // By then, the draft may have taken over what others have added.
    timer.current = setTimeout(() => latest.current(), PAUSE);
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
      if (timer.current !== undefined) latest.current();
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
