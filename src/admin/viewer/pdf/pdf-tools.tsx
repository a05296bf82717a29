import SearchIcon from '@mui/icons-material/Search';
import WidthIcon from '@mui/icons-material/WidthFull';
import { Box, TextField, Typography } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { ToolButton } from '../tool-button.tsx';
import type { ZoomAction } from '../viewer-keys.ts';
import { toolbarSx, ZoomButtons } from '../zoom-tools.tsx';
import CloseIcon from '@mui/icons-material/Close';
import NextHitIcon from '@mui/icons-material/SouthOutlined';
import PreviousHitIcon from '@mui/icons-material/NorthOutlined';
import { Status } from '../../kit/status/status.tsx';
import type { Search } from './use-search.ts';

type PdfToolsProps = Omit<SearchBarProps, 'query'> & {
  /** Counted from 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  percent: number;
  onZoom: (action: ZoomAction) => void;
  onFitWidth: () => void;
  /** Undefined while nobody searches. */
  query: string | undefined;
};

/** The bar above the pages: the page, the size and the search. */
export function PdfTools(props: PdfToolsProps) {
  const { page, pages, onPage, percent, onZoom, onFitWidth, query, onQuery } = props;
  const texts = useTexts('viewer');
  return (
    <>
      <Box role="toolbar" aria-label={texts.tools} sx={toolbarSx}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <PageInput page={page} pages={pages} onPage={onPage} />
          <Typography variant="body2" sx={{ whiteSpace: 'nowrap' }}>
            {fillTemplate(texts.ofPages, { count: pages })}
          </Typography>
        </Box>
        <ZoomButtons percent={percent} onAct={onZoom}>
          <ToolButton label={texts.fitWidth} isWideOnly onClick={onFitWidth}>
            <WidthIcon />
          </ToolButton>
        </ZoomButtons>
        <ToolButton
          label={texts.search}
          keys="Ctrl+f"
          isOn={query !== undefined}
          onClick={() => onQuery(query === undefined ? '' : undefined)}
        >
          <SearchIcon />
        </ToolButton>
      </Box>
      {query !== undefined && <SearchBar {...props} query={query} />}
    </>
  );
}

type PageInputProps = Pick<PdfToolsProps, 'page' | 'pages' | 'onPage'>;

/** The number of the page; another one leads there. */
function PageInput({ page, pages, onPage }: PageInputProps) {
  const texts = useTexts('viewer');
  const [typed, setTyped] = useState<string>();
  const go = (): void => {
    const pageNumber = Math.round(Number(typed));
    if (typed?.trim() && Number.isFinite(pageNumber))
      onPage(Math.min(pages, Math.max(1, pageNumber)) - 1);
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') go();
    if (event.key !== 'Escape' || typed === undefined) return;
    // Otherwise it would close the viewer.
    event.stopPropagation();
    setTyped(undefined);
  };
  return (
    <TextField
      margin="none"
      fullWidth={false}
      value={typed ?? String(page + 1)}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={press}
      onFocus={({ target }) => target.select()}
      onBlur={go}
      sx={{ width: { xs: 60, sm: 72 } }}
      slotProps={{
        htmlInput: {
          'aria-label': texts.page,
          inputMode: 'numeric',
          style: { textAlign: 'right' },
        },
      }}
    />
  );
}

type SearchBarProps = {
  query: string;
  /** Undefined ends the search. */
  onQuery: (query: string | undefined) => void;
  search: Search;
  /** The number of the match that is shown, from 0. */
  active: number | undefined;
  onStep: (by: 1 | -1) => void;
};

/** Searches the text of the document. Enter leads to the next match, Shift+Enter to the previous one. */
function SearchBar({ query, onQuery, search, active, onStep }: SearchBarProps) {
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
