import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useGetList, type Identifier } from 'react-admin';
import { toSortPayload } from '../../resource/sorting.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toCopiedValues } from '../form/form-values.ts';
import type { InlineLists } from './inline-lists.ts';
import { createLines } from './lines.ts';
import type { ChildList } from './use-children.ts';

/** The most lines that a form edits; more are too many inputs for one page. */
export const MAX_LINES = 200;

export type EditedList = {
  list: ChildList;
  /** The record they belong to; none while it is new. */
  id: Identifier | undefined;
  /** The record that a new one is a copy of. */
  copyOf?: Identifier | undefined;
  lists: InlineLists;
};

/**
 * Reads the lines of a record, and adds them to its form. A copy begins with the lines of the original as new ones.
 * `lines` is undefined until they are loaded.
 */
export function useLines({ list, id, copyOf, lists }: EditedList) {
  const { resource, path } = list;
  const { writable } = useResource(resource.name);
  const [lines] = useState(() => createLines(resource, lists.touch, list.place));
  const all = useSyncExternalStore(lines.listen, lines.all);
  const { data, total, error } = useGetList(
    resource.name,
    {
      filter: { [path]: id ?? copyOf },
      pagination: { page: 1, perPage: MAX_LINES },
      sort: toSortPayload(list.sort),
    },
    // What was saved since must not be compared with an older answer.
    { enabled: (id ?? copyOf) !== undefined, gcTime: 0, refetchOnWindowFocus: false },
  );
  const isTooMany = (total ?? 0) > MAX_LINES;
  const isLoaded = id === undefined || (data !== undefined && !isTooMany);
  useEffect(() => {
    if (data && id !== undefined && !isTooMany) lines.follow(data);
  }, [data, id, isTooMany, lines]);
  useEffect(
    () => (isLoaded ? lists.add(resource.name, lines) : undefined),
    [isLoaded, lists, resource, lines],
  );
  const isCopied = useRef(false);
  useEffect(() => {
    if (copyOf === undefined || !data || isTooMany || isCopied.current) return;
    isCopied.current = true;
    const fields = writable.filter(({ name }) => name !== path);
    lines.copy(
      data.map((record) => ({ typed: toCopiedValues(fields, record), copyOf: String(record.id) })),
    );
  }, [copyOf, data, isTooMany, lines, writable, path]);
  return { lines: isLoaded ? lines : undefined, all, total: total ?? 0, error };
}
