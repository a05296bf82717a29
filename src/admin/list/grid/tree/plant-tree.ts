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
    const key = parent && String(parent.id);
    const own = byParent.get(key ?? TOP) ?? [];
    for (const { batch } of own)
      if (batch) for (const record of batch.data) putRecord(record, batch, { level, parent: key });
    const rest = restOf(own, readMore);
    const last = data.at(-1);
    if (rest && last) more.set(last.id, [...(more.get(last.id) ?? []), { parent, level, ...rest }]);
  };
  const putRecord = (record: RaRecord, batch: TreeBatch, place: Omit<Branch, 'isOpen'>): void => {
    // A record that has just moved may be in the pages of both parents.
    if (branches.has(record.id)) return;
    const id = String(record.id);
    const isOpen = hasChildren(batch, id) ? open.has(id) : undefined;
    data.push(record);
    branches.set(record.id, { ...place, isOpen });
    if (isOpen) put(record, place.level + 1);
  };
  put(undefined, 1);
  const isRead = byParent.get(TOP)?.[0]?.batch !== undefined;
  return { data: isRead ? data : undefined, branches, more };
}

/** Whether a record has others below it. If counting them took too long, it may have some. */
function hasChildren({ counts }: TreeBatch, id: string): boolean {
  return counts === undefined || (counts.get(id) ?? 0) > 0;
}

/** What is left to read below a record; undefined if all is read. */
function restOf(
  own: readonly Page[],
  readMore: (parent: string) => void,
): Omit<MoreRecords, 'parent' | 'level'> | undefined {
  const last = own.at(-1);
  if (!last) return undefined;
  const first = own[0]?.batch;
  const shown = own.reduce((sum, { batch }) => sum + (batch?.data.length ?? 0), 0);
  const total = first && !first.totalIsEstimate ? (first.total ?? undefined) : undefined;
  const count = { shown, total };
  if (last.error && !last.batch) return { ...count, state: 'failed', read: last.refetch };
  if (!last.batch) return { ...count, state: 'loading', read: () => undefined };
  if (last.batch.next === null) return undefined;
  return { ...count, state: 'more', read: () => readMore(last.parent) };
}
