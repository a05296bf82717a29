import type { Identifier, RaRecord } from 'react-admin';
import type { RowBatch } from '../endless/endless-loader.tsx';

/** The visible records of a tree, from the top, each followed by those below it if it is open. */
export type TreeRows = {
  data: readonly RaRecord[] | undefined;
  branches: ReadonlyMap<Identifier, Branch>;
  /** By the last record before them. */
  more: ReadonlyMap<Identifier, readonly MoreRecords[]>;
  error: Error | null;
  isFetching: boolean;
  refetch(): void;
  /** Opens or closes a record. */
  toggle(record: RaRecord, to: boolean): void;
};

/** Where a record is in the tree. */
export type Branch = {
  /** 1 for a record without a parent. */
  level: number;
  /** Whether the records below it are shown; undefined if there are none. */
  isOpen: boolean | undefined;
  /** The record above it; undefined at the top. */
  parent: string | undefined;
};

/** Records that follow a row and are not read yet. */
export type MoreRecords = {
  /** The record that they are below; undefined at the top. */
  parent: RaRecord | undefined;
  level: number;
  state: 'more' | 'loading' | 'failed';
  shown: number;
  /** How many there are, if that was counted. */
  total: number | undefined;
  /** Reads a page of them. */
  read(): void;
};

/** Stands for the parent of the records at the top. */
export const TOP = '';

/** Some records below one, and how many each of them has below itself; undefined counts took too long. */
export type TreeBatch = RowBatch & { counts: ReadonlyMap<string, number> | undefined };

/** A page of the records below one, as far as it is read. */
export type Page = {
  parent: string;
  batch: TreeBatch | undefined;
  error: Error | null;
  refetch: () => void;
};

/** Puts the pages of a tree in order: each open record is followed by the records below it. */
export function plantTree(
  pages: readonly Page[],
  open: ReadonlySet<string>,
  readMore: (parent: string) => void,
): Pick<TreeRows, 'data' | 'branches' | 'more'> {
  const data: RaRecord[] = [];
  const branches = new Map<Identifier, Branch>();
  const more = new Map<Identifier, MoreRecords[]>();
  const byParent = Map.groupBy(pages, ({ parent }) => parent);
  const put = (parent: RaRecord | undefined, level: number): void => {
    const key = parent === undefined ? TOP : String(parent.id);
    const own = byParent.get(key) ?? [];
    for (const { batch } of own)
      for (const record of batch?.data ?? []) {
        // A record that has just moved may be in the pages of both parents.
        if (branches.has(record.id)) continue;
        const id = String(record.id);
        const hasMore = batch!.counts === undefined || (batch!.counts.get(id) ?? 0) > 0;
        const isOpen = hasMore ? open.has(id) : undefined;
        data.push(record);
        branches.set(record.id, { level, isOpen, parent: parent && key });
        if (isOpen) put(record, level + 1);
      }
    const rest = restOf(own, readMore);
    const last = data.at(-1);
    if (rest && last) more.set(last.id, [...(more.get(last.id) ?? []), { parent, level, ...rest }]);
  };
  put(undefined, 1);
  const isRead = byParent.get(TOP)?.[0]?.batch !== undefined;
  return { data: isRead ? data : undefined, branches, more };
}

/** What is left to read below a record; undefined if all is read. */
function restOf(
  own: readonly Page[],
  readMore: (parent: string) => void,
): Omit<MoreRecords, 'parent' | 'level'> | undefined {
  const last = own.at(-1);
  if (!last) return undefined;
  const first = own[0]!.batch;
  const shown = own.reduce((sum, { batch }) => sum + (batch?.data.length ?? 0), 0);
  const total = first && !first.totalIsEstimate ? (first.total ?? undefined) : undefined;
  const count = { shown, total };
  if (last.error && !last.batch) return { ...count, state: 'failed', read: last.refetch };
  if (!last.batch) return { ...count, state: 'loading', read: () => undefined };
  if (last.batch.next === null) return undefined;
  return { ...count, state: 'more', read: () => readMore(last.parent) };
}
