import { useEffect, useState, useSyncExternalStore } from 'react';
import { useGetList, type Identifier } from 'react-admin';
import { toSortPayload } from '../../kit/sorting.ts';
import type { InlineLists } from './inline-lists.ts';
import { createLines, type Line, type Lines } from './lines.ts';
import type { ChildList } from './use-children.ts';

/** The most lines that a form edits; more are too many inputs for one page. */
export const MOST_LINES = 200;

type EditedLines = {
  /** Undefined until they are loaded. */
  lines: Lines | undefined;
  all: readonly Line[];
  total: number;
  error: Error | null;
};

/** Reads the lines of a record, and adds them to its form. */
export function useLines(
  list: ChildList,
  id: Identifier | undefined,
  lists: InlineLists,
): EditedLines {
  const { resource, path } = list;
  const [lines] = useState(() => createLines(resource, lists.touch));
  const all = useSyncExternalStore(lines.listen, lines.all);
  const { data, total, error } = useGetList(
    resource.name,
    {
      filter: { [path]: id },
      pagination: { page: 1, perPage: MOST_LINES },
      sort: toSortPayload(list.sort),
    },
    // What was saved since must not be compared with an older answer.
    { enabled: id !== undefined, gcTime: 0, refetchOnWindowFocus: false },
  );
  const isTooMany = (total ?? 0) > MOST_LINES;
  const isLoaded = id === undefined || (data !== undefined && !isTooMany);
  useEffect(() => {
    if (data && !isTooMany) lines.follow(data);
  }, [data, isTooMany, lines]);
  useEffect(
    () => (isLoaded ? lists.add(resource.name, lines) : undefined),
    [isLoaded, lists, resource, lines],
  );
  return { lines: isLoaded ? lines : undefined, all, total: total ?? 0, error };
}
