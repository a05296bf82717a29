import { Box, Typography } from '@mui/material';
import { toEmptyItems, toRangeItems, type FacetRange } from './facet-filter.ts';
import { FacetOption, optionsSx } from './facet-option.tsx';
import type { CountedProps } from './facet-section.tsx';
import { useFacetTexts } from './facet-texts.ts';
import type { FacetYear } from './use-facet.ts';

/** Years, the newest first; several are one or another. */
export function FacetYears({ field, facet, view }: CountedProps<'years'>) {
  const texts = useFacetTexts();
  const { ranges, isEmpty } = view.choice;
  const { name } = field;
  const most = Math.max(facet.empty ?? 0, ...facet.values.map(({ count }) => count));
  const isChosen = ({ from, to }: FacetYear): boolean =>
    ranges.some((range) => range.from === from && range.to === to);
  const toggle = (year: FacetYear): void => {
    // Only whole years can be joined; another range gives way.
    const years: readonly FacetRange[] = facet.values.filter(
      (each) => isChosen(each) !== (each === year),
    );
    view.choose(toRangeItems(name, years));
  };
  const hasEmpty = isEmpty || (facet.empty ?? 0) > 0;
  return (
    <>
      {facet.values.length === 0 && !hasEmpty && (
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
        {hasEmpty && (
          <FacetOption
            isChosen={isEmpty}
            count={facet.empty}
            most={most}
            onToggle={() => view.choose(isEmpty ? [] : toEmptyItems(name))}
          >
            <em>{texts.empty}</em>
          </FacetOption>
        )}
      </Box>
      {facet.more && (
        <Typography variant="caption" color="text.secondary">
          {texts.moreYears}
        </Typography>
      )}
    </>
  );
}
