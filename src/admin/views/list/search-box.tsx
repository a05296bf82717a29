import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import { IconButton, OutlinedInput } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';

const PAUSE = 350;

/** Looks for words in the fields marked `search`, shortly after the last key. */
export function SearchBox() {
  const { filterValues, setFilters } = useListContext();
  const translate = useTranslate();
  const current = (filterValues.q as string | undefined) ?? '';
  const [text, setText] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(current);

  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, forward and "clear filters" change it from outside; what we sent ourselves is here already.
  useEffect(() => {
    if (current !== sent.current) setText(current);
    sent.current = current;
  }, [current]);

  const search = (words: string): void => {
    clearTimeout(timer.current);
    const q = words.trim();
    if (q === sent.current) return;
    sent.current = q;
    setFilters({ ...filterValues, q });
  };
  const change = (words: string, pause = PAUSE): void => {
    setText(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, pause, words);
  };

  return (
    <OutlinedInput
      size="small"
      type="search"
      placeholder={translate('list.search')}
      value={text}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(text);
      }}
      inputProps={{ 'aria-label': translate('list.search'), maxLength: 200 }}
      startAdornment={<SearchIcon fontSize="small" sx={{ mr: 1, color: 'action.active' }} />}
      endAdornment={
        text === '' ? null : (
          <IconButton
            size="small"
            edge="end"
            aria-label={translate('list.clear_search')}
            onClick={() => change('', 0)}
          >
            <ClearIcon fontSize="small" />
          </IconButton>
        )
      }
      sx={{
        width: { xs: '100%', sm: 260 },
        height: 36,
        fontSize: '0.9375rem',
        pl: 1,
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
