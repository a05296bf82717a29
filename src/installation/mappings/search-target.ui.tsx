import type { TermChange, MadeDecision } from './use-terms.ui.ts';
import type { OpenPanel } from './use-decisions.ui.ts';
import type { TermState, Kind } from './kinds.ts';
import type { Term, Suggestion } from './contract.ts';
import { Box, TextField, Typography } from '@mui/material';
import { useEffect, useState, type ReactNode } from 'react';
import { fillTemplate, useText } from '../../admin/extending.ts';
import { visuallyHidden } from '../../admin/kit/visually-hidden.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { texts } from './overview-texts.ts';
import { SuggestionReason } from './suggest/suggestion-reason.ui.tsx';
import { searchTargets } from './terms-api.ui.ts';

import Button from '@mui/material/Button';

export type TermItemProps = {
  term: Term;
  kind: Kind;
  state: TermState;
  isActive: boolean;
  canDecide: boolean;
  /** Undefined while they are loading. */
  suggestions: readonly Suggestion[] | undefined;
  done: MadeDecision | undefined;
  opened: OpenPanel;
  onOpen: (what: OpenPanel) => void;
  onSettle: (deciding: TermChange) => void;
  onUndo: () => void;
};

type SearchAnswer = { query?: string; targets?: readonly Suggestion[]; failure?: string };

/** Searches for another target than those suggested; Enter takes the first result. */
export function SearchTarget({ term, kind, onOpen, onSettle }: TermItemProps) {
  const say = useText();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), 200);
  const { targets: results, failure } = useFoundTargets(kind, query, term.printedCas);
  // A target found by searching counts as chosen by hand, however well it fits.
  const settle = (choice: Suggestion): void =>
    onSettle({ is: 'mapped', choice: { ...choice, method: 'manual' } });
  const isFresh = query === typed.trim();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        autoFocus
        size="small"
        type="search"
        label={fillTemplate(say(texts.chooseFor), { term: term.printed })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onOpen(undefined);
          if (event.key === 'Enter' && isFresh && results?.[0]) settle(results[0]);
        }}
        error={failure !== undefined}
        helperText={failure}
        sx={{ maxWidth: 480 }}
      />
      <Typography component={Status} sx={visuallyHidden}>
        {results && fillTemplate(say(texts.found), { count: results.length })}
      </Typography>
      {results?.length === 0 && <Typography variant="body2">{say(texts.noSuggestion)}</Typography>}
      <Box
        component="ul"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' }}
      >
        {results?.map((choice) => (
          <TargetButton
            key={`${choice.target} ${choice.name}`}
            name={choice.name}
            note={choice.note}
            why={<SuggestionReason suggestion={choice} />}
            doing={say(texts.accept)}
            onClick={() => settle(choice)}
          />
        ))}
      </Box>
    </Box>
  );
}

/** The targets that a text finds; none while they are loading. */
function useFoundTargets(kind: Kind, query: string, printedCas: string | null) {
  const [answer, setAnswer] = useState<SearchAnswer>();
  useEffect(() => {
    let isOld = false;
    if (query !== '')
      searchTargets(kind, query, printedCas).then(
        (targets) => isOld || setAnswer({ query, targets }),
        (error: Error) => isOld || setAnswer({ query, failure: error.message }),
      );
    return () => {
      isOld = true;
    };
  }, [kind, query, printedCas]);
  return answer?.query === query ? answer : {};
}

type TargetButtonProps = {
  /** The key that does the same. */
  digit?: number;
  name: string;
  note: string | null;
  why: ReactNode;
  /** What pressing it does, for screen readers. */
  doing: string;
  disabled?: boolean;
  onClick: () => void;
};

/** A target with the reason for it; pressing it decides. */
export function TargetButton(props: TargetButtonProps) {
  const { digit, name, note, why, doing, disabled = false, onClick } = props;
  return (
    <li>
      <Button
        variant="outlined"
        size="small"
        disabled={disabled}
        aria-keyshortcuts={digit === undefined ? undefined : String(digit)}
        onClick={onClick}
        sx={{ textTransform: 'none', textAlign: 'left', gap: 1, overflowWrap: 'anywhere' }}
      >
        {digit !== undefined && (
          <Box component="span" aria-hidden sx={{ fontWeight: 700 }}>
            {digit}
          </Box>
        )}
        <span>
          <Box component="span" sx={visuallyHidden}>
            {`${doing} `}
          </Box>
          {name} {note && note !== name ? `(${note})` : ''}
        </span>
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {why}
        </Box>
      </Button>
    </li>
  );
}

/** The value after it has not changed for this many milliseconds, so that not every letter sends a request. */
export function useDebounced<Value>(value: Value, rest: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
