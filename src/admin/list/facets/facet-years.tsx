import type { FacetYear } from '../../../contract/lists.ts';
import { Box, Typography } from '@mui/material';
import { EmptyOption, hasEmpty, mostOf } from './empty-option.tsx';
import { toRangeItems, type FacetRange } from './facet-filter.ts';
import { FacetOption, optionsSx } from './facet-option.tsx';
import type { CountedProps } from './facet-section.tsx';
import { useTexts } from '../../messages/texts.ts';

/** Years, the newest first; several are one or another. */
export function FacetYears({ field, facet, view }: CountedProps<'years'>) {
  const texts = useTexts('facets');
  const { ranges } = view.choice;
  const { name } = field;
  const most = mostOf(facet);
  const isChosen = ({ from, to }: FacetYear): boolean =>
    ranges.some((range) => range.from === from && range.to === to);
  const toggle = (year: FacetYear): void => {
    // Only whole years can be joined; another range gives way.
    const years: readonly FacetRange[] = facet.values.filter(
      (each) => isChosen(each) !== (each === year),
    );
    view.choose(toRangeItems(name, years));
  };
  return (
    <>
      {facet.values.length === 0 && !hasEmpty({ facet, view }) && (
        <Typography variant="body2" color="text.secondary">
          {texts.none}
        </Typography>
      )}
      <Box component="ul" sx={{ ...optionsSx, maxHeight: 300, overflow: 'auto' }}>
        {facet.values.map((year) => (
          <FacetOption
            key={year.value}
            isChosen={isChosen(year)}
            count={year.count}
            most={most}
            onToggle={() => toggle(year)}
          >
            {year.value}
          </FacetOption>
        ))}
        <EmptyOption {...{ field, facet, view }} />
      </Box>
      {facet.more && (
        <Typography variant="caption" color="text.secondary">
          {texts.moreYears}
        </Typography>
      )}
    </>
  );
}
