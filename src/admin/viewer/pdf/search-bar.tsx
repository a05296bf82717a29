import CloseIcon from '@mui/icons-material/Close';
import NextHitIcon from '@mui/icons-material/SouthOutlined';
import PreviousHitIcon from '@mui/icons-material/NorthOutlined';
import { Box, TextField, Typography } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';
import { ToolButton } from '../tool-button.tsx';
import { toolbarSx } from '../zoom-tools.tsx';
import type { Search } from './use-search.ts';

export type SearchBarProps = {
  query: string;
  /** Undefined ends the search. */
  onQuery: (query: string | undefined) => void;
  search: Search;
  /** The number of the match that is shown, from 0. */
  active: number | undefined;
  onStep: (by: 1 | -1) => void;
};

/** Searches the text of the document. Enter leads to the next match, Shift+Enter to the previous one. */
export function SearchBar({ query, onQuery, search, active, onStep }: SearchBarProps) {
  const texts = useTexts('viewer');
  const hasMatches = search.matches.length > 0;
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onQuery(undefined);
    else return;
    event.preventDefault();
    // Otherwise Escape would close the viewer.
    event.stopPropagation();
  };
  return (
    <Box role="search" sx={{ ...toolbarSx, flexWrap: 'nowrap', columnGap: 0.5 }}>
      <TextField
        margin="none"
        fullWidth={false}
        autoFocus
        value={query}
        placeholder={texts.search}
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={press}
        sx={{ flex: '0 1 320px', minWidth: 120 }}
        slotProps={{ htmlInput: { 'aria-label': texts.search } }}
      />
      <Typography component={Status} variant="body2" sx={{ minWidth: 72, textAlign: 'center' }}>
        {query.trim() !== '' && toCountText(texts, search, active)}
      </Typography>
      <ToolButton
        label={texts.previousMatch}
        keys="Shift+Enter"
        disabled={!hasMatches}
        onClick={() => onStep(-1)}
      >
        <PreviousHitIcon />
      </ToolButton>
      <ToolButton
        label={texts.nextMatch}
        keys="Enter"
        disabled={!hasMatches}
        onClick={() => onStep(1)}
      >
        <NextHitIcon />
      </ToolButton>
      <ToolButton label={texts.closeSearch} onClick={() => onQuery(undefined)}>
        <CloseIcon />
      </ToolButton>
    </Box>
  );
}

type CountTexts = Readonly<
  Record<'found' | 'finding' | 'foundNone' | 'findingNone' | 'foundTooMany', string>
>;

function toCountText(texts: CountTexts, { matches, state }: Search, active = -1): string {
  const count = { at: active + 1, count: matches.length };
  if (matches.length === 0 || active < 0)
    return state === 'searching' ? texts.findingNone : texts.foundNone;
  if (state === 'too many') return fillTemplate(texts.foundTooMany, count);
  return fillTemplate(state === 'searching' ? texts.finding : texts.found, count);
}
