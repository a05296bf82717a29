import { Box, Typography } from '@mui/material';
import { lazy, Suspense, type ChangeEvent } from 'react';
import { useListContext, useStore, useTranslate } from 'react-admin';
import { ENDLESS } from './grid/endless/endless-rows.ts';
import { useNumber } from '../kit/use-number.ts';
import { useResource } from '../kit/use-resource.ts';
import { Status } from '../kit/status/status.tsx';
import { PageButtons } from './page-buttons.tsx';
import { useExactTotal } from './use-exact-total.ts';

const EstimatedTotal = lazy(async () => ({
  default: (await import('./estimated-total.tsx')).EstimatedTotal,
}));

const sizes = [10, 25, 50, 100, 500, 1000, ENDLESS];

/** Rows a page has in this list: what was chosen last, at first what the descriptor says. */
export function usePerPage(): [number, (perPage: number) => void] {
  const { name, list } = useResource().resource;
  return useStore(`${name}.perPage`, list.perPage);
}

/** What our lists know beside their records. */
export type ListMeta = { totalIsEstimate?: boolean; hasMore?: boolean };

/** Which rows of how many are shown, how many a page has, and the way to the others: five pages at a time. */
export function ListPagination() {
  const list = useListContext();
  const { page, perPage, total, meta, filterValues, setPage, setPerPage } = list;
  const [, remember] = usePerPage();
  const translate = useTranslate();
  const number = useNumber();
  const { data: counted } = useExactTotal(false);
  if (total === undefined || total === 0) return null;
  const { totalIsEstimate, hasMore } = (meta ?? {}) as ListMeta;
  const isEndOpen = totalIsEstimate === true && counted === undefined;
  // An estimate is never below what was seen; that this page ends the list is known for certain.
  const pages =
    isEndOpen && hasMore === false ? page : Math.max(page, Math.ceil((counted ?? total) / perPage));
  const from = (page - 1) * perPage + 1;
  const to = perPage === ENDLESS ? (list.data?.length ?? 0) : Math.min(page * perPage, total);
  const range = (
    <Typography variant="body2" color="text.secondary" component={Status}>
      {translate('list.range', {
        from: number(from),
        to: number(to),
        total: number(total, totalIsEstimate),
      })}
    </Typography>
  );
  return (
    <Box component="nav" aria-label={translate('list.pages')} sx={barSx}>
      {totalIsEstimate ? (
        <Suspense fallback={range}>
          <EstimatedTotal key={JSON.stringify(filterValues)} from={from} to={to} total={total} />
        </Suspense>
      ) : (
        range
      )}
      <Box
        component="select"
        aria-label={translate('list.per_page')}
        value={perPage}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => {
          remember(Number(event.target.value));
          setPerPage(Number(event.target.value));
        }}
        sx={selectSx}
      >
        {[...new Set([...sizes, perPage])]
          .sort((a, b) => (a || Infinity) - (b || Infinity))
          .map((size) => (
            <option key={size} value={size}>
              {size === ENDLESS
                ? translate('list.endless')
                : translate('list.rows', { smart_count: size, formatted: number(size) })}
            </option>
          ))}
      </Box>
      {pages > 1 && perPage !== ENDLESS && (
        <PageButtons {...{ page, pages, isEndOpen }} onChange={setPage} />
      )}
    </Box>
  );
}

const selectSx = {
  font: 'inherit',
  fontSize: 14,
  color: 'text.primary',
  bgcolor: 'background.paper',
  border: 0,
  py: 0.5,
  cursor: 'pointer',
};

const barSx = {
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
