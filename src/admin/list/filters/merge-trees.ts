import { isSameJson } from '../../../descriptor/json-object.ts';
import type { FilterTerm, FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import { withoutUnfinished } from './builder-group.tsx';

type Item = FilterTerm | FilterTree;

/**
 * A filter that was changed in two places: mine, with what others have added to the base or removed from it.
 * What is joined in another way than by “and” is taken from one place as a whole: from mine, if it was changed there.
 * Conditions keep their places, because the user may be typing in one.
 */
export function mergeTrees(
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
