import { useRef, useState, useEffect, useEffectEvent, type RefObject } from 'react';
import { fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import type { TermState, Kind } from './kinds.ts';
import { sameNamesKey } from './accept-same-names.ui.tsx';
import { texts } from './overview-texts.ts';
import type { Term, Counts } from './contract.ts';
import { keyOf, type Query } from './terms-api.ui.ts';
import type { TermChange, MadeDecision, LoadedTerms } from './use-terms.ui.ts';
import { useQueryClient } from '@tanstack/react-query';

/** The state in which a term is counted after a decision. */
const becomes: Record<MadeDecision['is'], TermState | undefined> = {
  mapped: undefined,
  kept: undefined,
  rejected: 'rejected',
  reopened: 'open',
};

/** Decides about terms and undoes decisions, with a sentence that tells the user what was done. */
export function useDecisions(
  query: Query,
  terms: LoadedTerms,
  place: Pick<TermPlace, 'focus' | 'close'>,
) {
  const say = useText();
  const showDone = useDoneSentence();
  const moveCount = useMoveCount(query.kind);
  const [announcement, setSaid] = useState('');
  const [lastDone, setLastDone] = useState<readonly Term[]>([]);
  const isBusy = useRef(false);

  /** One after the other, so that holding down a key does not decide about terms nobody has read. */
  const oneAtATime = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  };

  const goOn = async (from: Term): Promise<void> => {
    const index = terms.terms.indexOf(from);
    const next = terms.terms.findIndex((other, at) => at > index && !terms.done.has(keyOf(other)));
    if (next >= 0) return place.focus(next);
    place.close();
    await terms.loadMore();
  };

  const settle = (term: Term, deciding: TermChange): Promise<void> =>
    oneAtATime(async () => {
      if (terms.done.has(keyOf(term))) return;
      const count = await terms.settle(term, deciding);
      if (count === undefined) return;
      setLastDone((before) => [...before, term]);
      setSaid(showDone(term, deciding, { count, left: terms.left - 1 }));
      moveCount(query.state, becomes[deciding.is]);
      await goOn(term);
    });

  const undo = (term = lastDone.at(-1)): Promise<void> =>
    oneAtATime(async () => {
      const was = term && terms.done.get(keyOf(term));
      if (!was || !(await terms.undo(term))) return;
      moveCount(becomes[was.is], query.state);
      setLastDone((before) => before.filter((other) => other !== term));
      setSaid(fillTemplate(say(texts.sayUndone), { term: term.printed }));
      place.focus(terms.terms.indexOf(term));
    });

  return { said: announcement, canUndo: lastDone.length > 0, settle, undo };
}

function useDoneSentence() {
  const say = useText();
  const write = useNumberFormat();
  return (term: Term, deciding: TermChange, { count, left }: { count: number; left: number }) => {
    const about = { term: term.printed, left: write(left) };
    if (deciding.is === 'rejected') return fillTemplate(say(texts.sayRejected), about);
    if (deciding.is === 'reopened') return fillTemplate(say(texts.sayReopened), about);
    if (deciding.is === 'kept')
      return fillTemplate(say(texts.sayKept), { ...about, name: deciding.name });
    const rows = fillTemplate(say(texts.rows), { count: write(count) });
    return fillTemplate(say(texts.sayMapped), { ...about, name: deciding.choice.name, rows });
  };
}

/** The key under which the page caches the counts. */
export const countsKey = ['counts of raw terms'];

/** Updates the counts without a request, for which the server would have to read all extractions again. */
function useMoveCount(
  kind: Kind,
): (from: TermState | undefined, to: TermState | undefined) => void {
  const queries = useQueryClient();
  return (from, to) => {
    void queries.invalidateQueries({ queryKey: sameNamesKey });
    queries.setQueryData<Counts>(countsKey, (counts) => {
      if (!counts) return counts;
      const own = { ...counts.kinds[kind] };
      if (from) own[from] -= 1;
      if (to) own[to] += 1;
      return { ...counts, kinds: { ...counts.kinds, [kind]: own } };
    });
  };
}

/** What is open beside the suggestions of the focused term. */
export type OpenPanel = 'search' | 'create' | undefined;

export type TermPlace = {
  list: RefObject<HTMLUListElement | null>;
  /** The index of the focused term. */
  active: number;
  opened: OpenPanel;
  /** Moves to a term; beyond the last it loads more and moves once they are there. */
  focus(index: number): void;
  open(index: number, what: OpenPanel): void;
  close(): void;
};

/** The user's position in the list of terms. When they open the page, the first term gets the focus. */
export function useTermPlace(
  { terms, next, loadMore }: Pick<LoadedTerms, 'terms' | 'next' | 'loadMore'>,
  isArriving: boolean,
): TermPlace {
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<OpenPanel>();
  const list = useRef<HTMLUListElement>(null);
  /** The term that gets the focus once it is loaded. */
  const nextIndex = useRef<number>(undefined);
  const hasBegun = useRef(false);

  const focus = (index: number): void => {
    if (index < 0) return;
    if (index >= terms.length) {
      if (next === null) return;
      nextIndex.current = index;
      void loadMore();
      return;
    }
    setActive(index);
    setOpened(undefined);
    const heads = list.current?.querySelectorAll<HTMLElement>('[data-term-head]');
    heads?.[index]?.focus();
  };

  const focusWanted = useEffectEvent((count: number) => {
    if (count === 0) return;
    const first = isArriving ? 0 : undefined;
    const index = hasBegun.current ? nextIndex.current : first;
    hasBegun.current = true;
    if (index === undefined || index >= count) return;
    nextIndex.current = undefined;
    focus(index);
  });
  useEffect(() => focusWanted(terms.length), [terms.length]);

  return {
    list,
    active,
    opened,
    focus,
    open: (index, what) => {
      setActive(index);
      setOpened(what);
    },
    close: () => setOpened(undefined),
  };
}
