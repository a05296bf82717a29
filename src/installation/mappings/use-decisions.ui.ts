import { useRef, useState } from 'react';
import { useText } from '../../admin/messages/use-text.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { TermState } from './kinds.ts';
import { texts } from './overview-texts.ts';
import type { Term } from './contract.ts';
import { keyOf, type Asked } from './terms-api.ui.ts';
import { useMoveCount } from './use-counts.ui.ts';
import type { TermPlace } from './use-term-place.ui.ts';
import type { Deciding, Done, Terms } from './use-terms.ui.ts';

/** In what state a term is counted after a decision. */
const becomes: Record<Done['is'], TermState | undefined> = {
  mapped: undefined,
  kept: undefined,
  rejected: 'rejected',
  reopened: 'open',
};

/** Deciding about terms and taking it back, with a sentence that tells the user what was done. */
export function useDecisions(
  asked: Asked,
  terms: Terms,
  place: Pick<TermPlace, 'focus' | 'close'>,
) {
  const say = useText();
  const sayDone = useDoneSentence();
  const moveCount = useMoveCount(asked.kind);
  const [said, setSaid] = useState('');
  const [lastDone, setLastDone] = useState<readonly Term[]>([]);
  const isBusy = useRef(false);

  /** One after the other: a key that is held down must not decide about a term nobody has read yet. */
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

  const settle = (term: Term, deciding: Deciding): Promise<void> =>
    oneAtATime(async () => {
      if (terms.done.has(keyOf(term))) return;
      const count = await terms.settle(term, deciding);
      if (count === undefined) return;
      setLastDone((before) => [...before, term]);
      setSaid(sayDone(term, deciding, { count, left: terms.left - 1 }));
      moveCount(asked.state, becomes[deciding.is]);
      await goOn(term);
    });

  const undo = (term = lastDone.at(-1)): Promise<void> =>
    oneAtATime(async () => {
      const was = term && terms.done.get(keyOf(term));
      if (!was || !(await terms.undo(term))) return;
      moveCount(becomes[was.is], asked.state);
      setLastDone((before) => before.filter((other) => other !== term));
      setSaid(fillTemplate(say(texts.sayUndone), { term: term.printed }));
      place.focus(terms.terms.indexOf(term));
    });

  return { said, canUndo: lastDone.length > 0, settle, undo };
}

function useDoneSentence() {
  const say = useText();
  const write = useNumber();
  return (term: Term, deciding: Deciding, { count, left }: { count: number; left: number }) => {
    const about = { term: term.printed, left: write(left) };
    if (deciding.is === 'rejected') return fillTemplate(say(texts.sayRejected), about);
    if (deciding.is === 'reopened') return fillTemplate(say(texts.sayReopened), about);
    if (deciding.is === 'kept')
      return fillTemplate(say(texts.sayKept), { ...about, name: deciding.name });
    const rows = fillTemplate(say(texts.rows), { count: write(count) });
    return fillTemplate(say(texts.sayMapped), { ...about, name: deciding.choice.name, rows });
  };
}
