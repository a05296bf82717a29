import type { FacetView } from './use-facet.ts';
import type { Field } from '../../../fields/type/field.ts';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Facet } from '../../../contract/lists.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { toEmptyItems } from './facet-filter.ts';
import { Hint } from '../../kit/hint.tsx';

export type FacetProps<Kind extends Facet['kind']> = {
  field: Field;
  facet: Extract<Facet, { kind: Kind }>;
  view: FacetView;
};

const countSx = { ml: 'auto', pl: 1, fontVariantNumeric: 'tabular-nums' };

type FacetOptionProps = {
  isChosen: boolean;
  /** Null if the value is not among those counted. */
  count: number | null;
  /** The count of the most frequent value, which the bars are scaled to. */
  most: number;
  onToggle: () => void;
  children: ReactNode;
};

/** A value with its count; the user may choose several. */
export function FacetOption({ isChosen, count, most, onToggle, children }: FacetOptionProps) {
  const number = useNumberFormat();
  const share = most > 0 ? ((count ?? 0) / most) * 100 : 0;
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <Box component="label" sx={optionSx(share)}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <Box component="span" sx={nameSx}>
          {children}
        </Box>
        <Hint component="span" variant="caption" sx={countSx}>
          {count === null ? '–' : number(count)}
        </Hint>
      </Box>
    </Box>
  );
}

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
  // The bar shows the count at a glance; the number states it.
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

type FacetOptionsProps = Pick<FacetProps<Facet['kind']>, 'field' | 'facet' | 'view'> & {
  /** The count of the most frequent value. */
  most: number;
  /** The records have no values at all. */
  isNone: boolean;
  height?: number;
  children?: ReactNode;
};

/** Values to choose from, with "none" among them if some records have no value or the filter asks for that. */
export function FacetOptions(props: FacetOptionsProps): ReactNode {
  const { field, facet, view, most, isNone, height, children } = props;
  const texts = useTexts('facets');
  const { isEmpty } = view.choice;
  const hasEmpty = isEmpty || (facet.empty ?? 0) > 0;
  if (isNone && !hasEmpty) return <Hint>{texts.none}</Hint>;
  if (!children && !hasEmpty) return null;
  return (
    <Box
      component="ul"
      sx={{ listStyle: 'none', m: 0, p: 0, ...(height && { maxHeight: height, overflow: 'auto' }) }}
    >
      {children}
      {hasEmpty && (
        <FacetOption
          isChosen={isEmpty}
          count={facet.empty}
          most={most}
          onToggle={() => view.choose((latest) => (latest.isEmpty ? [] : toEmptyItems(field.name)))}
        >
          <em>{texts.empty}</em>
        </FacetOption>
      )}
    </Box>
  );
}

/** The count of the most frequent value, which all bars are scaled to. */
export function largestCount({ empty, values }: Extract<Facet, { values: unknown }>): number {
  return Math.max(empty ?? 0, ...values.map(({ count }) => count));
}
