import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { IconButton } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useChangeFilters } from '../resource/list-changes.tsx';
import { useOwnChanges } from './use-own-changes.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

const PAUSE = 350;

/** Searches the fields marked `search`, shortly after the last key press. */
export function SearchBox({ isOff = false }: { isOff?: boolean }) {
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const texts = useTexts('app');
  const off = fillTemplate(texts.list.asOfOff, { what: texts.list.search });
  const current = (filterValues.q as string | undefined) ?? '';
  const [text, setText] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, forward and "clear filters" change the search from outside; what this box sent is here already.
  const { isFromOutside, last, tell } = useOwnChanges(current);
  if (isFromOutside) setText(current);

  const search = (words: string): void => {
    clearTimeout(timer.current);
    const q = words.trim();
    if (q === last) return;
    tell(q);
    changeFilters((latest) => ({ ...latest, q }));
  };
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const change = (words: string, pause = PAUSE): void => {
    setText(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(words), pause);
  };

  return (
    <div className="list-search" data-off={isOff || undefined} title={isOff ? off : undefined}>
      <SearchIcon fontSize="small" />
      <input
        type="search"
        disabled={isOff}
        placeholder={texts.list.search}
        aria-label={isOff ? off : texts.list.search}
        maxLength={200}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
        }}
      />
      {text !== '' && (
        <IconButton
          size="small"
          edge="end"
          aria-label={texts.list.clearSearch}
          onClick={() => change('', 0)}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </div>
  );
}
