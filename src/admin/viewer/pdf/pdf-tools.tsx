import SearchIcon from '@mui/icons-material/Search';
import WidthIcon from '@mui/icons-material/WidthFull';
import { Box, TextField, Typography } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { ToolButton } from '../tool-button.tsx';
import type { ZoomAction } from '../zoom-keys.ts';
import { toolbarSx, ZoomButtons } from '../zoom-tools.tsx';
import { SearchBar, type SearchBarProps } from './search-bar.tsx';

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
