import { Box, ButtonBase } from '@mui/material';
import { useTranslate } from 'react-admin';

type PageButtonsProps = { page: number; pages: number; onChange: (page: number) => void };

/** The way to other pages: the first, the last, and those beside this one. */
export function PageButtons({ page, pages, onChange }: PageButtonsProps) {
  const translate = useTranslate();
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
      {pagesShown(page, pages).map((shown, index, all) => (
        <Box component="li" key={shown} sx={{ display: 'flex' }}>
          {index > 0 && shown - all[index - 1]! > 1 && <Box sx={{ px: 0.5 }}>…</Box>}
          <ButtonBase
            aria-label={translate(shown === page ? 'list.this_page' : 'list.to_page', {
              page: shown,
            })}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => onChange(shown)}
            sx={buttonSx}
          >
            {shown}
          </ButtonBase>
        </Box>
      ))}
      <li>{step(page + 1, '›', 'next')}</li>
    </Box>
  );
}

/** Five at a time (specification, §9): both ends, and this one with its neighbours. */
function pagesShown(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages];
  return [...new Set(wanted)].filter((each) => each >= 1 && each <= pages).sort((a, b) => a - b);
}

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
