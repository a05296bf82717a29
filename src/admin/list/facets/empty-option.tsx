import type { ReactNode } from 'react';
import { toEmptyItems } from './facet-filter.ts';
import { FacetOption } from './facet-option.tsx';
import type { CountedProps } from './facet-section.tsx';
import { useTexts } from '../../messages/texts.ts';

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
