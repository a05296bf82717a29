import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Facet } from '../../../contract/lists.ts';
import type { FilterTerm, FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/field.ts';
import { call } from '../../client/http.ts';
import { toListQuery } from '../../client/list-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFilterTree } from '../filters/filter-state.ts';
import { ownItems, readChoice, withOwn } from './facet-filter.ts';

export type FacetView = ReturnType<typeof useFacet>;

/** The counts of one field under the list's filter, and how they narrow the list. */
export function useFacet(field: Field) {
  const { resource } = useResource();
  const { tree, toFilter, setTree } = useFilterTree();
  // Counts under the other conditions only; otherwise a chosen value would hide all further ones.
  const params = toListQuery({ filter: toFilter(withOwn(tree, field.name, [])) });
  params.set('fields', field.name);
  const path = `${resource.root}/facets?${params}`;
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'facets', path],
    queryFn: async ({ signal }) => {
      const { json } = await askInTurn(path, signal, () =>
        call<{ data: Record<string, Facet> }>(path, { signal }),
      );
      return json.data[field.name]!;
    },
    placeholderData: keepPreviousData,
  });
  return {
    facet: data,
    error,
    retry() {
      forgetTurn(path);
      void refetch();
    },
    choice: readChoice(ownItems(tree, field.name)),
    /** Replaces the conditions that the facet shows with these. */
    choose: (items: readonly (FilterTree | FilterTerm)[]) =>
      setTree(withOwn(tree, field.name, items)),
  };
}

/** A browser opens six connections to a server: the list must never wait for counts beside it. */
const AT_ONCE = 2;

/** Milliseconds between two counts of the same while others write. */
const PAUSE = 5_000;

let running = 0;
const waiting: (() => void)[] = [];
const answered = new Map<string, number>();

/** Sends a request when there is room, and the same one not too often. */
export async function askInTurn<Answer>(
  question: string,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  await pause((answered.get(question) ?? -PAUSE) + PAUSE - performance.now(), signal);
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    const answer = await ask();
    answered.set(question, performance.now());
    return answer;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Lets the user's own retry start at once. */
export function forgetTurn(question: string): void {
  answered.delete(question);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
