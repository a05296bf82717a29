import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useNumber } from '../../kit/use-number.ts';
import { useTexts } from '../../messages/texts.ts';
import { toEmptyItems } from './facet-filter.ts';
import type { CountedProps } from './facet-section.tsx';

const countSx = { ml: 'auto', pl: 1, fontVariantNumeric: 'tabular-nums' };

type FacetOptionProps = {
  isChosen: boolean;
  /** Null: it is not among those that were counted. */
  count: number | null;
  /** Of the most frequent one, to which the bar is drawn. */
  most: number;
  onToggle: () => void;
  children: ReactNode;
};

/** A value with its count; several may be chosen. */
export function FacetOption({ isChosen, count, most, onToggle, children }: FacetOptionProps) {
  const share = most > 0 ? ((count ?? 0) / most) * 100 : 0;
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <Box component="label" sx={optionSx(share)}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <Box component="span" sx={nameSx}>
          {children}
        </Box>
        <Count count={count} />
      </Box>
    </Box>
  );
}

export const optionsSx = { listStyle: 'none', m: 0, p: 0 };

const optionSx = (share: number) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minWidth: 0,
  minHeight: { xs: 40, md: 28 },
  fontSize: '0.84375rem',
  cursor: 'pointer',
  '& input': { flex: 'none', width: 16, height: 16, m: 0 },
  '&:hover': { bgcolor: 'action.hover' },
  // How often, to be seen at a glance; the number says it.
  '&::after': {
    content: '""',
    position: 'absolute',
    left: 24,
    bottom: 1,
    height: 2,
    width: `calc((100% - 24px) * ${share / 100})`,
    bgcolor: 'primary.main',
    opacity: 0.45,
    borderRadius: 1,
  },
});

const nameSx = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

/** How often, at the end of a line. */
function Count({ count }: { count: number | null }) {
  const number = useNumber();
  return (
    <Typography component="span" variant="caption" color="text.secondary" sx={countSx}>
      {count === null ? '–' : number(count)}
    </Typography>
  );
}

type Counted = Pick<CountedProps<'values' | 'years'>, 'facet' | 'view'>;

/** The records that have no value; there where there are any, or where they are chosen. */
export function EmptyOption({ field, facet, view }: CountedProps<'values' | 'years'>): ReactNode {
  const texts = useTexts('facets');
  const { isEmpty } = view.choice;
  if (!hasEmpty({ facet, view })) return null;
  return (
    <FacetOption
      isChosen={isEmpty}
      count={facet.empty}
      most={mostOf(facet)}
      onToggle={() => view.choose(isEmpty ? [] : toEmptyItems(field.name))}
    >
      <em>{texts.empty}</em>
    </FacetOption>
  );
}

export function hasEmpty({ facet, view }: Counted): boolean {
  return view.choice.isEmpty || (facet.empty ?? 0) > 0;
}

/** Of the most frequent value, which the bars of all are measured by. */
export function mostOf({ empty, values }: Counted['facet']): number {
  return Math.max(empty ?? 0, ...values.map(({ count }) => count));
}
