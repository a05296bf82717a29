import { requireItem } from '../../fields/require-entry.ts';
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
import './list-pagination.css';

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
    <nav className="list-pages" aria-label={texts.list.pages}>
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
    </nav>
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
    <select
      aria-label={texts.list.perPage}
      value={perPage}
      onChange={(event) => {
        remember(Number(event.target.value));
        setPerPage(Number(event.target.value));
      }}
    >
      {offered.map((size) => (
        <option key={size} value={size}>
          {size === ENDLESS_SIZE
            ? texts.list.endless
            : fillTemplate(texts.list.rows, { count: number(size) })}
        </option>
      ))}
    </select>
  );
}

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
    <button
      type="button"
      aria-label={texts.list.pageLinks[label]}
      disabled={to < 1 || to > pages}
      onClick={() => onChange(to)}
    >
      {sign}
    </button>
  );
  return (
    <ul>
      <li>{step(page - 1, '‹', 'previous')}</li>
      {shown.map((each, index) => (
        <li key={each}>
          {index > 0 && each - requireItem(shown, index - 1) > 1 && (
            <div className="list-pages-gap">…</div>
          )}
          <button
            type="button"
            aria-label={fillTemplate(each === page ? texts.list.thisPage : texts.list.toPage, {
              page: each,
            })}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onChange(each)}
          >
            {each}
          </button>
        </li>
      ))}
      {isEndOpen && (shown.at(-1) ?? pages) < pages && (
        <li aria-hidden className="list-pages-gap">
          …
        </li>
      )}
      <li>{step(page + 1, '›', 'next')}</li>
    </ul>
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
