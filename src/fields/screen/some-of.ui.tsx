import { Box, Button } from '@mui/material';
import { useState, type Key, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-ui.ts';

type SomeOfProps<Member> = Pick<CellProps, 'place'> & {
  members: readonly Member[];
  draw: (members: readonly Member[]) => readonly { key: Key; node: ReactNode }[];
};

const IN_LIST = 3;
const ON_PAGE = 50;

/** Several values in a row: a few in a list with the number of the others, all on the page, the many in steps. */
export function SomeOf<Member>({ members, draw, place }: SomeOfProps<Member>) {
  const translate = useTranslate();
  const [shown, setShown] = useState(place === 'list' ? IN_LIST : ON_PAGE);
  // One more instead of "+1": it takes the same room and says more.
  const count = members.length === shown + 1 ? members.length : shown;
  const rest = members.length - count;
  return (
    <Box sx={place === 'list' ? rowSx : wrappedSx}>
      {draw(members.slice(0, count)).map(({ key, node }) => (
        <Box key={key} component="span" sx={place === 'list' ? shrinkingSx : {}}>
          {node}
        </Box>
      ))}
      {rest > 0 && place === 'list' && (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {translate('values.more', { count: rest })}
        </Box>
      )}
      {rest > 0 && place === 'page' && (
        <Button
          size="small"
          onClick={() => setShown(shown + 4 * ON_PAGE)}
          sx={{ displayPrint: 'none' }}
        >
          {translate('values.show_more', { count: Math.min(rest, 4 * ON_PAGE) })}
        </Button>
      )}
    </Box>
  );
}

const rowSx = { display: 'flex', gap: 0.5, alignItems: 'center', maxWidth: '56ch' };
const wrappedSx = { display: 'flex', gap: 0.5, alignItems: 'center', flexWrap: 'wrap' };
const shrinkingSx = {
  minWidth: '3ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;
