import { Box, ButtonBase } from '@mui/material';
import { useTranslate } from 'react-admin';

type PageButtonsProps = {
  page: number;
  pages: number;
  /** Nobody has counted: where the last page is is not known, and the list may go on. */
  isEndOpen: boolean;
  onChange: (page: number) => void;
};

/** The way to other pages: the first, the last where it is known, and those beside this one. */
export function PageButtons({ page, pages, isEndOpen, onChange }: PageButtonsProps) {
  const translate = useTranslate();
  const shown = pagesShown(page, pages, isEndOpen);
  const step = (to: number, sign: string, label: string) => (
    <ButtonBase
      aria-label={translate(`list.${label}_page`)}
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
          {index > 0 && each - shown[index - 1]! > 1 && <Box sx={{ px: 0.5 }}>…</Box>}
          <ButtonBase
            aria-label={translate(each === page ? 'list.this_page' : 'list.to_page', {
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
      {isEndOpen && shown.at(-1)! < pages && (
        <Box component="li" aria-hidden sx={{ px: 0.5 }}>
          …
        </Box>
      )}
      <li>{step(page + 1, '›', 'next')}</li>
    </Box>
  );
}

/**
 * Five at a time (specification, §9): both ends, and this one with its neighbours; the end only
 * where it is known. Near an end those beyond are made up for on the other side.
 */
function pagesShown(page: number, pages: number, isEndOpen: boolean): number[] {
  if (pages <= SHOWN) return Array.from({ length: pages }, (_, index) => index + 1);
  const inner = SHOWN - (isEndOpen ? 1 : 2);
  const last = isEndOpen ? pages : pages - 1;
  const from = Math.max(2, Math.min(page - 1, last - inner + 1));
  const beside = Array.from({ length: inner }, (_, index) => from + index);
  return [1, ...beside, ...(isEndOpen ? [] : [pages])];
}

const SHOWN = 5;

const buttonSx = {
  minWidth: 26,
  height: 26,
  px: 0.5,
  fontSize: 13,
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-current]': { bgcolor: 'action.selected', fontWeight: 600 },
  '&.Mui-disabled': { opacity: 0.4 },
};
