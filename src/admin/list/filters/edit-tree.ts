import {
  isFilterTree,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';

/** A group or a condition of a tree by its place in each group on the way. */
export type TreePath = readonly number[];

type Item = FilterTree | FilterTerm;

/** The tree with one item changed; undefined takes it away. */
export function withItem(tree: FilterTree, path: TreePath, item: Item | undefined): FilterTree {
  const [at, ...rest] = path;
  if (at === undefined)
    return item !== undefined && isFilterTree(item) ? item : { join: 'and', items: [] };
  const items = tree.items.flatMap((each, index): Item[] => {
    if (index !== at) return [each];
    if (rest.length > 0 && isFilterTree(each)) return [withItem(each, rest, item)];
    return item === undefined ? [] : [item];
  });
  return { ...tree, items };
}

/** How the conditions of a group are joined, in the three words the builder has for it. */
export const joins = ['all', 'any', 'none'] as const;
export type Join = (typeof joins)[number];

export function joinOf({ join, not }: FilterTree): Join | 'notAll' {
  if (not) return join === 'or' ? 'none' : 'notAll';
  return join === 'or' ? 'any' : 'all';
}

export function joinedBy(tree: FilterTree, join: Join | 'notAll'): FilterTree {
  const { items } = tree;
  if (join === 'none') return { join: 'or', not: true, items };
  if (join === 'notAll') return { join: 'and', not: true, items };
  return { join: join === 'any' ? 'or' : 'and', items };
}

/** Without conditions nobody has finished, and groups of none. */
export function finished(tree: FilterTree): FilterTree {
  const items = tree.items.flatMap((item): Item[] => {
    if (!isFilterTree(item)) return isOpen(item) ? [] : [item];
    const inner = finished(item);
    return inner.items.length > 0 ? [inner] : [];
  });
  return { ...tree, items };
}

function isOpen({ value }: FilterTerm): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
