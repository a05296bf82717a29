import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import type { Groups } from '../../../../contract/aggregates.ts';
import type { AnswerOf } from '../../../../contract/answer-of.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { call } from '../../../client/http.ts';
import { toListQuery } from '../../../client/list-query.ts';
import { createPageState } from '../../../client/page-state.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useTexts } from '../../../messages/texts.ts';
import { BATCH_SIZE, readRowBatch, toQueryString } from '../endless/endless-loader.tsx';
import { plantTree, TOP, type Page, type TreeBatch, type TreeRows } from './plant-tree.ts';

type TreeLoaderProps = {
  field: Field;
  fields: readonly string[];
  onRows: (rows: TreeRows) => void;
};

/** Reads the records at the top and below each open record, a page at a time, and reports all of them as rows. */
export function TreeLoader({ field, fields, onRows }: TreeLoaderProps) {
  const { resource, seesAll } = useResource();
  const { sort } = useListContext();
  const texts = useTexts('tree');
  const queries = useQueryClient();
  const openState = openRecordsOf(queries, resource);
  const open = openState.use();
  /** How many pages are shown below a record; at first one. */
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>(new Map());
  const questionOf = (parent: string): string => {
    // Users who do not see the parent find the record at the top.
    const top = seesAll ? `${field.name}_null` : `${field.name}._id_null`;
    const filter = parent === TOP ? { [top]: true } : { [field.name]: parent };
    return toQueryString({ filter, sort, fields });
  };
  const asks: Ask[] = [];
  const ask = (parent: string): void => {
    const question = questionOf(parent);
    let cursor: string | undefined;
    for (let page = 0; page < (sizes.get(parent) ?? 1); page += 1) {
      const queryKey = [resource.name, 'tree', question, cursor ?? ''];
      asks.push({ parent, question, cursor, queryKey });
      const batch = queries.getQueryData<TreeBatch>(queryKey);
      for (const { id } of batch?.data ?? [])
        // In old data records may be below each other.
        if (open.has(String(id)) && asks.every((each) => each.parent !== String(id)))
          ask(String(id));
      if (!batch?.next) return;
      cursor = batch.next;
    }
  };
  ask(TOP);
  const results = useQueries({
    queries: asks.map(({ question, cursor, queryKey }) => ({
      queryKey,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readTreeBatch({ resource, field }, question, cursor, signal),
      gcTime: KEPT,
      retry: false,
    })),
  });
  const pages = asks.map(({ parent }, at): Page => {
    const { data, error, refetch } = results[at]!;
    return { parent, batch: data, error, refetch: () => void refetch() };
  });
  const toggle = (record: RaRecord, to: boolean): void => {
    const id = String(record.id);
    const next = new Set(openState.get());
    if (to) next.add(id);
    else next.delete(id);
    openState.set(next);
    const title = displayTitle(resource, record);
    announce(fillTemplate(to ? texts.opened : texts.closed, { title }));
  };
  const reportRows = useEffectEvent((_: readonly unknown[]): void => {
    const readMore = (parent: string): void =>
      setSizes((now) => new Map(now).set(parent, (now.get(parent) ?? 1) + 1));
    onRows({
      ...plantTree(pages, open, readMore),
      error: pages[0]?.error ?? null,
      isFetching: results.some(({ isFetching }) => isFetching),
      refetch: () => pages.forEach((page) => page.error && page.refetch()),
      toggle,
    });
  });
  const state = useSame([
    open,
    ...asks.map(({ parent }) => parent),
    ...results.flatMap(({ data, error, isFetching }) => [data, error, isFetching]),
  ]);
  useLayoutEffect(() => reportRows(state), [state]);
  return null;
}

type Ask = { parent: string; question: string; cursor: string | undefined; queryKey: string[] };

/** Milliseconds; long enough to look at a record and come back. */
const KEPT = 30 * 60_000;

async function readTreeBatch(
  { resource, field }: { resource: Resource; field: Field },
  question: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TreeBatch> {
  const batch = await readRowBatch(resource, question, cursor, signal);
  const ids = batch.data.map(({ id }) => String(id));
  if (ids.length === 0) return { ...batch, counts: new Map() };
  const query = toListQuery({
    filter: { [`${field.name}_in`]: ids },
    pagination: { page: 1, perPage: BATCH_SIZE },
  });
  query.set('_by', field.name);
  const { json } = await call<AnswerOf<typeof Groups>>(`${resource.root}/groups?${query}`, {
    signal,
  });
  const counts = new Map(json.data.map(({ value, count }) => [String(value), count]));
  return { ...batch, counts: json.timedOut ? undefined : counts };
}

type OpenRecords = ReturnType<typeof createPageState<ReadonlySet<string>>>;

/** The open records of each tree, which stay open while other pages are visited: as long as what was read of them. */
const openRecords = new WeakMap<QueryClient, Map<string, OpenRecords>>();

function openRecordsOf(queries: QueryClient, { name }: Resource): OpenRecords {
  const all = openRecords.get(queries) ?? new Map<string, OpenRecords>();
  const own = all.get(name) ?? createPageState<ReadonlySet<string>>(new Set());
  openRecords.set(queries, all.set(name, own));
  return own;
}

/** The same list for as long as its entries are the same. */
function useSame(entries: readonly unknown[]): readonly unknown[] {
  const [before, setBefore] = useState(entries);
  const isSame =
    before.length === entries.length && before.every((entry, at) => entry === entries[at]);
  if (!isSame) setBefore(entries);
  return isSame ? before : entries;
}
