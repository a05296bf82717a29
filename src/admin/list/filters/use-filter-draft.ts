import { useEffect, useRef, useState } from 'react';
import {
  isFilterTree,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { useOwnChanges } from '../use-own-changes.ts';
import { newTerm, withItem, withoutUnfinished, type TreePath } from './builder-group.tsx';
import { toFilters, toFilterState, useFilterTree } from './filter-state.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';

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

type Item = FilterTerm | FilterTree;

/**
 * A filter that was changed in two places: mine, with what others have added to the base or removed from it.
 * What is joined in another way than by “and” is taken from one place as a whole: from mine, if it was changed there.
 * Conditions keep their places, because the user may be typing in one.
 */
function mergeTrees(
  base: FilterTree,
  mine: FilterTree,
  theirs: FilterTree,
  /** The same filter in the form of the address. */
  toNormal: (tree: FilterTree) => FilterTree,
): FilterTree {
  if (isSameJson(base, theirs)) return mine;
  if (![base, mine, theirs].every(({ join, not }) => join === 'and' && !not))
    return isSameJson(toNormal(withoutUnfinished(mine)), base) ? theirs : mine;
  const keyOf = (item: Item): string =>
    JSON.stringify(toNormal({ join: 'and', items: [item] }).items);
  const keysOf = ({ items }: FilterTree) => new Set(items.map(keyOf));
  const [before, own, others] = [keysOf(base), keysOf(mine), keysOf(theirs)];
  const kept = mine.items.filter((item) => !before.has(keyOf(item)) || others.has(keyOf(item)));
  const added = theirs.items.filter((item) => !before.has(keyOf(item)) && !own.has(keyOf(item)));
  return { join: 'and', items: [...kept, ...added] };
}
