import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../admin/messages/use-text.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { KeyList } from '../../installation/mappings/key-list.ui.tsx';
import type { TermState } from '../../installation/mappings/kinds.ts';
import { texts } from '../../installation/mappings/overview-texts.ts';
import { TermItem } from '../../installation/mappings/term-item.ui.tsx';
import { keyOf, type Asked, type Term } from '../../installation/mappings/terms-api.ui.ts';
import { useMoveCount } from '../../installation/mappings/use-counts.ui.ts';
import { useTerms, type Deciding, type Done } from '../../installation/mappings/use-terms.ui.ts';

type TermListProps = Asked & {
  canDecide: boolean;
  /** Whether nobody has chosen or typed anything on the page yet. */
  isArriving: boolean;
};

/** What is opened beside the suggestions of the term that has the focus. */
export type Opened = 'search' | 'create' | undefined;

/** The terms below each other, of which one is open; decided by keys or by hand, and each decision is said. */
export function TermList({ canDecide, isArriving, ...asked }: TermListProps) {
  const say = useText();
  const write = useNumber();
  const terms = useTerms(asked);
  const moveCount = useMoveCount(asked.kind);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<Opened>();
  const [said, setSaid] = useState('');
  const [lastDone, setLastDone] = useState<readonly Term[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const isBusy = useRef(false);

  /** The term that has the focus as soon as it is there. */
  const wanted = useRef<number>(undefined);
  const hasBegun = useRef(false);

  const focus = (index: number): void => {
    if (index < 0) return;
    if (index >= terms.terms.length) {
      if (terms.next === null) return;
      wanted.current = index;
      void terms.loadMore();
      return;
    }
    setActive(index);
    setOpened(undefined);
    const heads = list.current?.querySelectorAll<HTMLElement>('[data-term-head]');
    heads?.[index]?.focus();
  };

  const meet = useEffectEvent((count: number) => {
    if (count === 0) return;
    const first = isArriving ? 0 : undefined;
    const index = hasBegun.current ? wanted.current : first;
    hasBegun.current = true;
    if (index === undefined || index >= count) return;
    wanted.current = undefined;
    focus(index);
  });
  useEffect(() => meet(terms.terms.length), [terms.terms.length]);

  /** One after the other: a key that is held down must not decide about what nobody has read yet. */
  const settle = async (term: Term, deciding: Deciding): Promise<void> => {
    if (isBusy.current || !canDecide || terms.done.has(keyOf(term))) return;
    isBusy.current = true;
    try {
      const count = await terms.settle(term, deciding);
      if (count === undefined) return;
      setLastDone((before) => [...before, term]);
      setSaid(sayDone(term, deciding, count));
      moveCount(asked.state, becomes[deciding.is]);
      const index = terms.terms.indexOf(term);
      const next = terms.terms.findIndex(
        (other, at) => at > index && !terms.done.has(keyOf(other)),
      );
      if (next >= 0) focus(next);
      else {
        setOpened(undefined);
        await terms.loadMore();
      }
    } finally {
      isBusy.current = false;
    }
  };

  const undo = async (term: Term | undefined): Promise<void> => {
    if (term === undefined || isBusy.current) return;
    isBusy.current = true;
    try {
      const was = terms.done.get(keyOf(term));
      if (!was || !(await terms.undo(term))) return;
      moveCount(becomes[was.is], asked.state);
      setLastDone((before) => before.filter((other) => other !== term));
      setSaid(fillTemplate(say(texts.sayUndone), { term: term.printed }));
      focus(terms.terms.indexOf(term));
    } finally {
      isBusy.current = false;
    }
  };

  const choicesOf = (term: Term): Deciding[] =>
    asked.state === 'conflict'
      ? term.mappings
          .filter(({ status }) => status === 'approved')
          .map(({ _id, name }) => ({ is: 'kept', mapping: _id, name: name ?? '' }))
      : (terms.suggestions.get(keyOf(term)) ?? []).map((choice) => ({ is: 'mapped', choice }));

  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const term = terms.terms[active];
    const act = actionOf(event.key, term);
    if (!act) return;
    event.preventDefault();
    act();
  };

  function actionOf(key: string, term: Term | undefined): (() => void) | undefined {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: terms.terms.length - 1,
    };
    const to = moves[key];
    if (to !== undefined) return () => focus(to);
    if (!canDecide || !term) return undefined;
    if (key === 'u') return () => void undo(terms.done.has(keyOf(term)) ? term : lastDone.at(-1));
    if (terms.done.has(keyOf(term))) return undefined;
    if (asked.state === 'rejected')
      return key === 'o' ? () => void settle(term, { is: 'reopened' }) : undefined;
    const choice = /^[1-9]$/.test(key) ? choicesOf(term)[Number(key) - 1] : undefined;
    if (choice) return () => void settle(term, choice);
    if (asked.state !== 'open') return undefined;
    if (key === 'x') return () => void settle(term, { is: 'rejected' });
    if (key === 's') return () => setOpened('search');
    return key === 'n' ? () => setOpened('create') : undefined;
  }

  function sayDone(term: Term, deciding: Deciding, count: number): string {
    const left = write(terms.left - 1);
    const about = { term: term.printed, left };
    if (deciding.is === 'rejected') return fillTemplate(say(texts.sayRejected), about);
    if (deciding.is === 'reopened') return fillTemplate(say(texts.sayReopened), about);
    if (deciding.is === 'kept')
      return fillTemplate(say(texts.sayKept), { ...about, name: deciding.name });
    const rows = fillTemplate(say(texts.rows), { count: write(count) });
    return fillTemplate(say(texts.sayMapped), { ...about, name: deciding.choice.name, rows });
  }

  const { isLoading, failure, next } = terms;
  const isEmpty = !isLoading && !failure && terms.terms.length === 0;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {canDecide && <KeyList state={asked.state} />}
      <Box sx={saidSx}>
        <Typography component={Status} sx={{ flex: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {said}
        </Typography>
        {lastDone.length > 0 && (
          <Button size="small" onClick={() => void undo(lastDone.at(-1))}>
            {say(texts.undo)}
          </Button>
        )}
      </Box>
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      {isEmpty && (
        <Typography sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {say(asked.q === '' ? texts.none : texts.noneFound)}
        </Typography>
      )}
      <Box
        component="ul"
        ref={list}
        aria-label={say(texts.terms)}
        onKeyDown={onKeyDown}
        sx={{ m: 0, p: 0, listStyle: 'none' }}
      >
        {terms.terms.map((term, index) => (
          <TermItem
            key={keyOf(term)}
            term={term}
            kind={asked.kind}
            state={asked.state}
            isActive={index === active}
            canDecide={canDecide}
            suggestions={terms.suggestions.get(keyOf(term))}
            done={terms.done.get(keyOf(term))}
            opened={index === active ? opened : undefined}
            onOpen={(what) => {
              setActive(index);
              setOpened(what);
            }}
            onSettle={(deciding) => void settle(term, deciding)}
            onUndo={() => void undo(term)}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'center' }}>
        {isLoading ? (
          <Typography component={Status}>{say(texts.loading)}</Typography>
        ) : (
          terms.terms.length > 0 && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {fillTemplate(say(texts.shown), {
                shown: write(terms.terms.length),
                total: write(terms.total + terms.decided),
              })}
            </Typography>
          )
        )}
        {next !== null && !isLoading && (
          <Button variant="outlined" onClick={() => void terms.loadMore()}>
            {say(texts.more)}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** In what state a term is counted after a decision. */
const becomes: Record<Done['is'], TermState | undefined> = {
  mapped: undefined,
  kept: undefined,
  rejected: 'rejected',
  reopened: 'open',
};

/** In sight however far one is down the list. */
const saidSx = {
  position: 'sticky',
  top: 56,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  bgcolor: 'background.default',
};
