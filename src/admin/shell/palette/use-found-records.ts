import type { Found, Hits } from '../../../contract/lists.ts';
import { useEffect, useState } from 'react';
import { call } from '../../client/http.ts';

/** While somebody types, not every letter is a question. */
const PAUSE = 150;

export type FoundRecords = readonly Hits[];

export type Finding = { found: FoundRecords; isSearching: boolean; failure: string | undefined };

type Answer = { text: string; found: FoundRecords; failure?: string };

const nothing: Answer = { text: '', found: [] };

/** The records of all collections for what is typed. What was found before stays until the next is there. */
export function useFoundRecords(typed: string): Finding {
  const text = typed.trim();
  const [answer, setAnswer] = useState(nothing);

  useEffect(() => {
    if (text === '') return;
    const calling = new AbortController();
    const take = (next: Answer): void => {
      if (!calling.signal.aborted) setAnswer(next);
    };
    const timer = setTimeout(() => void ask(text, calling.signal).then(take), PAUSE);
    return () => {
      clearTimeout(timer);
      calling.abort();
    };
  }, [text]);

  const { found, failure } = text === '' ? nothing : answer;
  return { found, failure, isSearching: text !== '' && answer.text !== text };
}

async function ask(text: string, signal: AbortSignal): Promise<Answer> {
  try {
    const query = new URLSearchParams({ q: text.slice(0, 200) });
    const { json } = await call<Found>(`/api/search?${query}`, { signal });
    return { text, found: json.data };
  } catch (error) {
    return { text, found: [], failure: error instanceof Error ? error.message : String(error) };
  }
}
