import { Alert, Box, Button, Typography } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { Hint } from '../../admin/kit/hint.tsx';
import { useNearEnd } from '../../admin/kit/use-near-end.ts';
import { ConfirmDiffering, type Differing } from './confirm-differing.ui.tsx';
import { texts } from './overview-texts.ts';
import { TermItem } from './term-item.ui.tsx';
import type { Term } from './contract.ts';
import { keyOf, type Query, type Choice } from './terms-api.ui.ts';
import { useDecisions, useTermPlace, type TermPlace } from './use-decisions.ui.ts';
import { useTerms, type TermChange, type LoadedTerms } from './use-terms.ui.ts';
import type { Text } from '../../fields/type/field.ts';
import type { TermState } from './kinds.ts';

type TermListProps = Query & {
  canDecide: boolean;
  /** Whether the user has not chosen or typed anything on the page yet. */
  isArriving: boolean;
};

/** The list of terms, one of them open. The user decides by keyboard or mouse, and the page says what was done. */
export function TermList({ canDecide, isArriving, ...query }: TermListProps) {
  const say = useText();
  const terms = useTerms(query);
  const { list, ...place } = useTermPlace(terms, isArriving);
  const decisions = useAskedDecisions(query, terms, place);
  const { differing, choose, undo } = decisions;
  const { isLoading, failure } = terms;

  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    // React passes on the keys of a dialog that a term has opened.
    const isOutside = event.target instanceof Node && !list.current?.contains(event.target);
    if (isTyping || isOutside || hasModifier(event)) return;
    const actions = {
      ...movesIn(terms, place),
      ...(canDecide && decisionsIn({ query, terms, place, decisions })),
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const isEmpty = !isLoading && !failure && terms.terms.length === 0;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {canDecide && <KeyList state={query.state} />}
      <Announcement {...decisions} />
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      {isEmpty && (
        <Typography sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {say(query.q === '' ? texts.none : texts.noneFound)}
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
            kind={query.kind}
            state={query.state}
            isActive={index === place.active}
            canDecide={canDecide}
            suggestions={terms.suggestions.get(keyOf(term))}
            done={terms.done.get(keyOf(term))}
            opened={index === place.active ? place.opened : undefined}
            onOpen={(what) => place.open(index, what)}
            onSettle={(deciding) => canDecide && choose(term, deciding)}
            onUndo={() => void undo(term)}
          />
        ))}
      </Box>
      <ListEnd key={terms.terms.length} terms={terms} />
      {differing && <ConfirmDiffering {...differing} />}
    </Box>
  );
}

type AnnouncementProps = Pick<ReturnType<typeof useDecisions>, 'said' | 'canUndo' | 'undo'>;

/** The sentence about the last decision, with the button that undoes it. */
function Announcement({ said, canUndo, undo }: AnnouncementProps) {
  const say = useText();
  return (
    <Box sx={saidSx}>
      <Typography component={Status} sx={{ flex: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {said}
      </Typography>
      {canUndo && (
        <Button size="small" onClick={() => void undo()}>
          {say(texts.undo)}
        </Button>
      )}
    </Box>
  );
}

/** The decisions, of which some are made only after a question. */
function useAskedDecisions(query: Query, terms: LoadedTerms, place: Place) {
  const decisions = useDecisions(query, terms, place);
  const { settle } = decisions;
  const [asked, setAsked] = useState<Differing>();
  /** Maps to a target with another number, or by a key to one with a less similar name, only after a question. */
  const choose = (term: Term, change: TermChange, isByKey = false): void => {
    if (change.is === 'mapped' && (change.choice.differs || (isByKey && isUnsure(change.choice))))
      setAsked({ term, choice: change.choice });
    else void settle(term, change);
  };
  const close = (): void => setAsked(undefined);
  const confirm = ({ term, choice }: Differing): void => {
    close();
    void settle(term, { is: 'mapped', choice });
  };
  const differing = asked && { ...asked, onClose: close, onConfirm: () => confirm(asked) };
  return { ...decisions, choose, differing };
}

type Place = Omit<TermPlace, 'list'>;

type KeyActions = Record<string, () => void>;

function movesIn({ terms }: LoadedTerms, { active, focus }: Place): KeyActions {
  return {
    ArrowDown: () => focus(active + 1),
    ArrowUp: () => focus(active - 1),
    Home: () => focus(0),
    End: () => focus(terms.length - 1),
  };
}

type Deciding = {
  query: Query;
  terms: LoadedTerms;
  place: Place;
  decisions: ReturnType<typeof useAskedDecisions>;
};

/** The keys that decide about the focused term. */
function decisionsIn({ query, terms, place, decisions }: Deciding): KeyActions {
  const { choose, settle, undo } = decisions;
  const term = terms.terms[place.active];
  if (!term) return {};
  const isDone = terms.done.has(keyOf(term));
  const keys: KeyActions = { u: () => void undo(isDone ? term : undefined) };
  if (isDone) return keys;
  if (query.state === 'rejected')
    return { ...keys, o: () => void settle(term, { is: 'reopened' }) };
  for (const [at, choice] of choicesOf(query, terms, term).slice(0, 9).entries())
    keys[at + 1] = () => choose(term, choice, true);
  if (query.state === 'conflict') return keys;
  return {
    ...keys,
    x: () => void settle(term, { is: 'rejected' }),
    s: () => place.open(place.active, 'search'),
    n: () => place.open(place.active, 'create'),
  };
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/** Less similar names are often those of other substances. */
const SURE = 0.9;

function isUnsure({ method, score = 1 }: Choice): boolean {
  return method === 'similar' && score < SURE;
}

/** The decisions that the keys 1 to 9 make about a term. */
function choicesOf(query: Query, terms: LoadedTerms, term: Term): TermChange[] {
  if (query.state !== 'conflict')
    return (terms.suggestions.get(keyOf(term)) ?? []).map((choice) => ({ is: 'mapped', choice }));
  return term.mappings
    .filter(({ status }) => status === 'approved')
    .map(({ _id, name }) => ({ is: 'kept', mapping: _id, name: name ?? '' }));
}

/** Says how many of all terms are shown. Loads more when the user scrolls near it, or presses its button after a failure. */
function ListEnd({
  terms: { terms, total, decided, next, isLoading, loadMore },
}: {
  terms: LoadedTerms;
}) {
  const say = useText();
  const write = useNumberFormat();
  const setEnd = useNearEnd(() => void loadMore());
  const shown = { shown: write(terms.length), total: write(total + decided) };
  return (
    <Box
      ref={setEnd}
      sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'center' }}
    >
      {isLoading && <Typography component={Status}>{say(texts.loading)}</Typography>}
      {!isLoading && terms.length > 0 && <Hint>{fillTemplate(say(texts.shown), shown)}</Hint>}
      {next !== null && !isLoading && (
        <Button variant="outlined" onClick={() => void loadMore()}>
          {say(texts.more)}
        </Button>
      )}
    </Box>
  );
}

/** Stays visible wherever the user scrolls. */
const saidSx = {
  position: 'sticky',
  top: 56,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  bgcolor: 'background.default',
};

const move = { keys: ['↑', '↓'], label: texts.keyMove };
const undo = { keys: ['U'], label: texts.undo };

const keysOf: Record<TermState, readonly { keys: readonly string[]; label: Text }[]> = {
  open: [
    move,
    { keys: ['1', '2', '3', '4'], label: texts.keyAccept },
    { keys: ['S'], label: texts.choose },
    { keys: ['N'], label: texts.create },
    { keys: ['X'], label: texts.reject },
    undo,
  ],
  conflict: [move, { keys: ['1', '2'], label: texts.keyKeep }, undo],
  rejected: [move, { keys: ['O'], label: texts.reopen }, undo],
};

/** The keys for deciding about terms; hidden on devices without a keyboard. */
function KeyList({ state }: { state: TermState }) {
  const say = useText();
  return (
    <Box
      component="section"
      aria-label={say(texts.keys)}
      sx={{
        display: { xs: 'none', sm: 'flex' },
        '@media (pointer: coarse)': { display: 'none' },
        flexWrap: 'wrap',
        gap: 2,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <span>{say(texts.keys)}:</span>
      {keysOf[state].map(({ keys, label }) => (
        <span key={keys.join()}>
          {keys.map((key) => (
            <Box key={key} component="kbd" sx={kbdSx}>
              {key}
            </Box>
          ))}{' '}
          {say(label)}
        </span>
      ))}
    </Box>
  );
}

const kbdSx = {
  px: 0.75,
  mr: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: '4px',
  bgcolor: 'background.paper',
  fontFamily: 'inherit',
  fontSize: '0.75rem',
};
