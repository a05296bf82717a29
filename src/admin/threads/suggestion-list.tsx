import { MenuItem, MenuList, Paper, Popper, type Theme } from '@mui/material';
import { useEffect, type RefObject } from 'react';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { Hint } from '../kit/hint.tsx';
import { announce } from '../kit/status/announcer.ts';
import { useTexts } from '../messages/texts.ts';
import type { Suggestion, Suggestions } from './use-suggestions.ts';

type SuggestionListProps = {
  /** Its id. */
  list: string;
  area: RefObject<HTMLElement | null>;
  suggestions: Suggestions;
  onChoose: (suggestion: Suggestion) => void;
};

/** The people or records to name, at the text in which the focus stays. */
export function SuggestionList({ list, area, suggestions, onChoose }: SuggestionListProps) {
  const { typed, found, at, isSearching } = suggestions;
  const texts = useTexts('threads');
  const isRecords = typed?.mark === '#';
  const none = isRecords ? texts.noRecords : texts.noPeople;
  const state = isSearching ? texts.searching : none;
  const isWaiting = isRecords && typed.words === '';
  const count = found.length;
  useEffect(() => {
    if (!isSearching && !isWaiting)
      announce(count === 0 ? none : fillTemplate(texts.found, { count }));
  }, [isSearching, isWaiting, count, none, texts]);
  if (isWaiting) return null;
  return (
    <Popper open anchorEl={() => area.current ?? document.body} placement="top-start" sx={popperSx}>
      <Paper elevation={8} sx={{ width: 320, maxWidth: '90vw', maxHeight: 280, overflow: 'auto' }}>
        {count === 0 && <Hint sx={{ px: 2, py: 1 }}>{state}</Hint>}
        <MenuList dense id={list} role="listbox" aria-label={texts.suggestions} sx={{ py: 0 }}>
          {found.map((each, index) => (
            <MenuItem
              key={each.id}
              id={toOptionId(list, index)}
              role="option"
              tabIndex={-1}
              selected={index === at}
              aria-selected={index === at}
              aria-disabled={each.isDisabled}
              // The focus stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(each)}
              sx={{ display: 'block', whiteSpace: 'normal', opacity: each.isDisabled ? 0.7 : 1 }}
            >
              <bdi>{each.name}</bdi>
              <Hint component="span" variant="caption" sx={{ display: 'block' }}>
                {each.isDisabled ? texts.mayNotRead : each.note}
              </Hint>
            </MenuItem>
          ))}
        </MenuList>
      </Paper>
    </Popper>
  );
}

export function toOptionId(list: string, index: number): string {
  return `${list}-${index}`;
}

const popperSx = { zIndex: ({ zIndex }: Theme) => zIndex.modal + 1 };
