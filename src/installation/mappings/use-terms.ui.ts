import { useCallback, useEffect, useRef, useState } from 'react';
import {
  decide,
  fetchSuggestions,
  fetchTerms,
  keyOf,
  reopen,
  undoDecision,
  type Query,
  type TermDecision,
} from './terms-api.ui.ts';
import type { Suggestion, Term, TermsPage } from './contract.ts';
import { messageOf } from '../../admin/client/http.ts';

/** A decision about a term made on this page, with the change set by which it is undone. */
export type MadeDecision = { is: TermChange['is']; name: string; changeSet: string | undefined };

export type TermChange = TermDecision | { is: 'reopened' };

type Loaded = {
  terms: readonly Term[];
  next: string | null;
  /** As counted by the server with the latest page, and how many of the shown terms were decided by then. */
  total: number;
  decided: number;
  suggestions: ReadonlyMap<string, readonly Suggestion[]>;
};

const nothing: Loaded = { terms: [], next: null, total: 0, decided: 0, suggestions: new Map() };

export type LoadedTerms = Loaded & {
  isLoading: boolean;
  failure: string | undefined;
  done: ReadonlyMap<string, MadeDecision>;
  /** The number of terms left to decide. */
  left: number;
  loadMore(): Promise<void>;
  /** Returns the number of rows concerned; undefined if it was refused, with the reason in `failure`. */
  settle(term: Term, deciding: TermChange): Promise<number | undefined>;
  undo(term: Term): Promise<boolean>;
};

/**
 * The requested terms, page after page, and the decisions about them. For another request,
 * mount it again with a new key.
 */
export function useTerms(query: Query): LoadedTerms {
  const [done, setDone] = useState<ReadonlyMap<string, MadeDecision>>(new Map());
  const { setFailure, ...pages } = useTermPages(query, done.size);

  /** If the request is refused, the page shows the reason and nothing else changes. */
  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    setFailure(undefined);
    try {
      return await work();
    } catch (error) {
      setFailure(messageOf(error));
      return undefined;
    }
  }

  return {
    ...pages,
    done,
    left: pages.total - (done.size - pages.decided),
    settle: (term, deciding) =>
      attempt(async () => {
        const { changeSet, count } = await (deciding.is === 'reopened'
          ? reopen(term)
          : decide(query.kind, term, deciding));
        const decision: MadeDecision = { is: deciding.is, name: nameOf(deciding), changeSet };
        setDone((before) => new Map(before).set(keyOf(term), decision));
        return count;
      }),
    undo: async (term) => {
      const changeSet = done.get(keyOf(term))?.changeSet;
      if (changeSet === undefined) return false;
      const isBack = await attempt(async () => {
        await undoDecision(changeSet);
        setDone((before) => new Map([...before].filter(([key]) => key !== keyOf(term))));
        return true;
      });
      return isBack === true;
    },
  };
}

/** The pages of terms that are loaded so far. `decisions` is how many of their terms the user has decided about. */
function useTermPages(query: Query, decisions: number) {
  const [loaded, setLoaded] = useState(nothing);
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string>();
  const { kind, state, q, order } = query;
  /** Scrolling and a key may ask for the same page before it is drawn that it is loading. */
  const isReading = useRef(false);
  const decisionsNow = useRef(0);
  useEffect(() => {
    decisionsNow.current = decisions;
  }, [decisions]);
  const addPage = useCallback(
    async (page: TermsPage): Promise<void> => {
      setLoaded(({ terms, suggestions }) => ({
        terms: [...terms, ...page.data],
        next: page.next,
        total: page.total,
        decided: decisionsNow.current,
        suggestions,
      }));
      setLoading(false);
      if (state !== 'open') return;
      const newSuggestions = await fetchSuggestions(kind, page.data);
      setLoaded((before) => ({
        ...before,
        suggestions: new Map([...before.suggestions, ...newSuggestions]),
      }));
    },
    [kind, state],
  );
  const refuse = useCallback((error: unknown): void => {
    setLoading(false);
    setFailure(messageOf(error));
  }, []);

  useEffect(() => {
    // The answer to an older request came too late.
    let isOld = false;
    fetchTerms({ kind, state, q, order }).then(
      (page) => isOld || void addPage(page).catch(refuse),
      (error: unknown) => isOld || refuse(error),
    );
    return () => {
      isOld = true;
    };
  }, [kind, state, q, order, addPage, refuse]);

  async function loadMore(): Promise<void> {
    if (loaded.next === null || isLoading || isReading.current) return;
    isReading.current = true;
    setLoading(true);
    setFailure(undefined);
    await fetchTerms(query, loaded.next).then(addPage).catch(refuse);
    isReading.current = false;
  }

  return { ...loaded, isLoading, failure, setFailure, loadMore };
}

function nameOf(deciding: TermChange): string {
  if (deciding.is === 'mapped') return deciding.choice.name;
  return deciding.is === 'kept' ? deciding.name : '';
}
