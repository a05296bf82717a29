import { requireItem } from '../../fields/require-entry.ts';
import { Box, ButtonBase } from '@mui/material';
import type { ChangeEvent } from 'react';
import { useListContext, useStore } from 'react-admin';
import { useI18n } from '../kit/use-i18n.ts';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { useResource } from '../kit/use-resource.ts';
import { Status } from '../kit/status/status.tsx';
import { ENDLESS_SIZE } from './grid/endless/endless-rows.tsx';
import { useExactTotal } from '../resource/use-count.ts';
import { Hint } from '../kit/hint.tsx';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Messages } from '../messages/en/app.ts';

const EstimatedTotal = lazyPart(() => import('./estimated-total.tsx'), 'EstimatedTotal');

const sizes = [10, 25, 50, 100, 500, 1000, ENDLESS_SIZE];

/** The rows per page of this list: the user's last choice, at first that of the descriptor. */
export function usePerPage(): [number, (perPage: number) => void] {
  const { name, list } = useResource().resource;
  return useStore(`${name}.perPage`, list.perPage);
}

/** What our lists know besides their records. */
type ListMeta = { totalIsEstimate?: boolean; hasMore?: boolean };

export function useListMeta(): ListMeta {
  return useListContext().meta ?? {};
}

/** The range and number of rows, the rows per page, and the way to other pages: five at a time. */
export function ListPagination() {
  const { page, perPage, total, filterValues, setPage, data = [] } = useListContext();
  const { texts, number } = useI18n();
  const { data: counted } = useExactTotal(false);
  const meta = useListMeta();
  if (!total) return null;
  const { totalIsEstimate, hasMore } = meta;
  const isEndOpen = totalIsEstimate === true && counted === undefined;
  // A page known to end the list is the last, and an estimate is never below what was seen.
  const isLast = isEndOpen && hasMore === false;
  const pages = Math.max(page, isLast ? page : Math.ceil((counted ?? total) / perPage));
  const isEndless = perPage === ENDLESS_SIZE;
  const from = (page - 1) * perPage + 1;
  const to = isEndless ? data.length : Math.min(page * perPage, total);
  const shown = { from: number(from), to: number(to), total: number(total, totalIsEstimate) };
  const range = <Hint component={Status}>{fillTemplate(texts.list.range, shown)}</Hint>;
  return (
    <Box component="nav" aria-label={texts.list.pages} sx={paginationSx}>
      {totalIsEstimate ? (
        <EstimatedTotal
          fallback={range}
          key={JSON.stringify(filterValues)}
          {...{ from, to, total }}
        />
      ) : (
        range
      )}
      <PageSize />
      {pages > 1 && !isEndless && (
        <PageButtons {...{ page, pages, isEndOpen }} onChange={setPage} />
      )}
    </Box>
  );
}

/** The rows per page, which the user's next lists have as well. */
function PageSize() {
  const { perPage, setPerPage } = useListContext();
  const [, remember] = usePerPage();
  const { texts, number } = useI18n();
  const offered = [...new Set([...sizes, perPage])].sort(
    (a, b) => (a || Infinity) - (b || Infinity),
  );
  return (
    <Box
      component="select"
      aria-label={texts.list.perPage}
      value={perPage}
      onChange={(event: ChangeEvent<HTMLSelectElement>) => {
        remember(Number(event.target.value));
        setPerPage(Number(event.target.value));
      }}
      sx={selectSx}
    >
      {offered.map((size) => (
        <option key={size} value={size}>
          {size === ENDLESS_SIZE
            ? texts.list.endless
            : fillTemplate(texts.list.rows, { count: number(size) })}
        </option>
      ))}
    </Box>
  );
}

const selectSx = {
  font: 'inherit',
  fontSize: '0.875rem',
  color: 'text.primary',
  bgcolor: 'background.paper',
  border: 0,
  py: 0.5,
  cursor: 'pointer',
};

const paginationSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  rowGap: 0.5,
  px: 1.5,
  py: 0.75,
  borderTop: 1,
  borderColor: 'divider',
  displayPrint: 'none',
};

type PageButtonsProps = {
  page: number;
  pages: number;
  /** The last page is unknown because nobody has counted; the list may go on. */
  isEndOpen: boolean;
  onChange: (page: number) => void;
};

/** The way to other pages: the first, the last if known, and those beside the current one. */
export function PageButtons({ page, pages, isEndOpen, onChange }: PageButtonsProps) {
  const texts = useTexts('app');
  const shown = pagesShown(page, pages, isEndOpen);
  const step = (to: number, sign: string, label: keyof Messages['list']['pageLinks']) => (
    <ButtonBase
      aria-label={texts.list.pageLinks[label]}
      disabled={to < 1 || to > pages}
      onClick={() => onChange(to)}
      sx={buttonSx}
    >
      {sign}
    </ButtonBase>
  );
  return (
    <Box component="ul" sx={{ display: 'flex', listStyle: 'none', m: 0, p: 0, ml: 'auto' }}>
      <li>{step(page - 1, '‹', 'previous')}</li>
      {shown.map((each, index) => (
        <Box component="li" key={each} sx={{ display: 'flex' }}>
          {index > 0 && each - requireItem(shown, index - 1) > 1 && <Box sx={{ px: 0.5 }}>…</Box>}
          <ButtonBase
            aria-label={fillTemplate(each === page ? texts.list.thisPage : texts.list.toPage, {
              page: each,
            })}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onChange(each)}
            sx={buttonSx}
          >
            {each}
          </ButtonBase>
        </Box>
      ))}
      {isEndOpen && (shown.at(-1) ?? pages) < pages && (
        <Box component="li" aria-hidden sx={{ px: 0.5 }}>
          …
        </Box>
      )}
      <li>{step(page + 1, '›', 'next')}</li>
    </Box>
  );
}

/**
 * Five pages at a time (specification, §9): both ends, and the current page with its neighbours; the end only
 * if it is known. Near an end, pages on the other side fill the missing places.
 */
function pagesShown(page: number, pages: number, isEndOpen: boolean): number[] {
  if (pages <= MAX_PAGE_BUTTONS) return Array.from({ length: pages }, (_, index) => index + 1);
  const inner = MAX_PAGE_BUTTONS - (isEndOpen ? 1 : 2);
  const last = isEndOpen ? pages : pages - 1;
  const from = Math.max(2, Math.min(page - 1, last - inner + 1));
  const beside = Array.from({ length: inner }, (_, index) => from + index);
  return [1, ...beside, ...(isEndOpen ? [] : [pages])];
}

const MAX_PAGE_BUTTONS = 5;

const buttonSx = {
  minWidth: '1.625rem',
  height: '1.625rem',
  px: 0.5,
  fontSize: '0.8125rem',
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-current]': { bgcolor: 'action.selected', fontWeight: 600 },
  '&.Mui-disabled': { opacity: 0.4 },
};
