import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import type { SearchResults } from '../../contract/lists.ts';
import type { Thread, ThreadPeople } from '../../contract/people/threads.ts';
import { useSettled } from '../../fields/screen/use-settled.ui.ts';
import { useConfig } from '../client/config.tsx';
import { call } from '../client/http.ts';
import { foldText } from '../../fields/text/fold-text.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { useLanguage } from '../messages/language.ts';

/** What a thread is about, or will be. */
export type ThreadPlace = {
  resource: string;
  record?: string | undefined;
  job?: string | undefined;
  row?: number | undefined;
  changeSet?: string | undefined;
  field?: string | undefined;
};

/** A person or a record to name; one that cannot be chosen is disabled. */
export type Suggestion = {
  id: string;
  name: string;
  note?: string | undefined;
  isDisabled: boolean;
};

/** What stands before the caret: a sign, and the beginning of a name. */
type Typed = { mark: '@' | '#'; words: string; from: number };

/** Milliseconds, so that not every typed letter sends a request. */
const SEARCH_DELAY_MS = 150;

/** People or records for the sign that is typed before the caret of a text. */
export function useSuggestions(place: ThreadPlace, area: RefObject<HTMLTextAreaElement | null>) {
  const [typed, setTyped] = useState<Typed>();
  const [at, setAt] = useState(0);
  const { mark, words: now = '' } = typed ?? {};
  const words = useSettled(now, SEARCH_DELAY_MS);
  const askable = useAskable(place, words, mark === '@');
  const records = useRecords(words, mark === '#');
  const all = (mark === '#' ? records.data : askable.data?.people) ?? [];
  const isSearching = askable.isFetching || records.isFetching || words !== now;
  // Until the answer is there, only what fits of the last one: somebody who types fast chooses by Enter at once.
  const fitting = isSearching
    ? all.filter(({ name }) => foldText(name).includes(foldText(now)))
    : all;
  const found = typed ? beginningFirst(fitting, now) : [];
  return {
    typed,
    found,
    isSearching,
    at: Math.min(at, Math.max(0, found.length - 1)),
    move: (by: 1 | -1) => setAt((last) => (last + by + found.length) % Math.max(1, found.length)),
    close: () => setTyped(undefined),
    /** Reads what is before the caret now. */
    read(): void {
      const next = readTyped(area.current);
      if (next?.words !== typed?.words) setAt(0);
      setTyped(next);
    },
  };
}

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Names that begin with the words come first. */
function beginningFirst(found: readonly Suggestion[], words: string): readonly Suggestion[] {
  const rank = ({ name }: Suggestion): number =>
    foldText(name).startsWith(foldText(words)) ? 0 : 1;
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** A sign at the beginning of a word, and what follows up to the caret. A `#` before a blank is a heading. */
function readTyped(area: HTMLTextAreaElement | null): Typed | undefined {
  if (!area || area.selectionStart !== area.selectionEnd) return undefined;
  const before = area.value.slice(0, area.selectionStart);
  const [, mark, words] = /(?:^|[\s(])([@#])((?!\s)[^\n@#[\]]{0,40})$/.exec(before) ?? [];
  if ((mark !== '@' && mark !== '#') || words === undefined) return undefined;
  return { mark, words, from: before.length - words.length - 1 };
}

type Askable = { people: Suggestion[]; roles: readonly string[] };

/** People by a part of their name, and whether they may see what the thread is about; and the roles that may. */
export function useAskable(
  { resource, record, job, changeSet, field }: ThreadPlace,
  q: string,
  isOn: boolean,
) {
  return useQuery({
    queryKey: ['people of threads', resource, record, job, changeSet, field, q],
    queryFn: async ({ signal }): Promise<Askable> => {
      const query = new URLSearchParams({
        resource,
        ...(record !== undefined && { record }),
        ...(job !== undefined && { job }),
        ...(changeSet !== undefined && { changeSet }),
        ...(field !== undefined && { field }),
        ...(q !== '' && { q }),
      });
      const { json } = await call<ThreadPeople>(`/api/threads/people?${query}`, { signal });
      const people = json.data.map(({ _id, name, mayRead }) => ({
        id: _id,
        name,
        isDisabled: !mayRead,
      }));
      return { people, roles: json.roles };
    },
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
}

/** At most so many records are on offer. */
const MAX_RECORDS = 8;

function useRecords(q: string, isOn: boolean) {
  const { descriptor } = useConfig();
  const language = useLanguage();
  return useQuery({
    queryKey: ['records of threads', q, language],
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const query = new URLSearchParams({ q });
      const { json } = await call<SearchResults>(`/api/search?${query}`, { signal });
      const found = json.data.flatMap(({ resource, records }) =>
        records.map(({ _id, title }) => {
          const label = descriptor.resources.get(resource)?.label;
          const note = label && textIn(label, language);
          return { id: `${resource}/${_id}`, name: title, note, isDisabled: false };
        }),
      );
      return found.slice(0, MAX_RECORDS);
    },
    enabled: isOn && q.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** What an existing thread is about. */
export function placeOf({ resource, record, job, changeSet, field }: Thread): ThreadPlace {
  return {
    resource,
    record: record ?? undefined,
    job: job ?? undefined,
    changeSet: changeSet ?? undefined,
    field: field ?? undefined,
  };
}
