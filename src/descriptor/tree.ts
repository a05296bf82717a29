import type { Resource } from './descriptor.ts';

/** The tree that the records of a resource form. */
export type Tree = {
  /** The reference to the parent. */
  field: string;
  /** The most levels it may have; absent: as many as there are. */
  maxDepth?: number | undefined;
};

type Fields = Pick<Resource, 'name' | 'fields'>;

/** The tree of a resource; undefined if none of its references is a parent. */
export function treeOf({ name, fields }: Fields): Tree | undefined {
  for (const field of fields.values()) {
    const { to, tree } = field.kind.relation?.(field.settings) ?? {};
    if (tree && to === name) return { field: field.name, ...tree };
  }
  return undefined;
}

/** Tells the references of all resources whether the records that they refer to form a tree. */
export function markBranches(resources: ReadonlyMap<string, Fields>): void {
  for (const { fields } of resources.values())
    for (const field of fields.values()) {
      const target = resources.get(field.kind.relation?.(field.settings).to ?? '');
      const tree = target && treeOf(target);
      if (tree) field.branches = tree.field;
    }
}
