import { Button } from '@mui/material';
import { useState } from 'react';
import type { FacetValue, FacetYear } from '../../../contract/lists.ts';
import { showBidi } from '../../../fields/text/direction-signs.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { useTexts } from '../../messages/texts.ts';
import { FacetOption, FacetOptions, largestCount, type FacetProps } from './facet-option.tsx';
import { withToggled } from '../../client/with-toggled.ts';
import { toValueItems, toRangeItems, type FacetRange } from './facet-filter.ts';
import { Hint } from '../../kit/hint.tsx';

/** So few at first that the other fields stay visible. */
const FIRST = 8;

/** The most frequent values, and always those that are chosen. */
export function FacetValues({ field, facet, view }: FacetProps<'values'>) {
  const texts = useTexts('facets');
  const { values } = view.choice;
  const { name } = field;
  const most = largestCount(facet);
  const counted = new Set(facet.values.map(({ value }) => value));
  const others = values.filter((value) => !counted.has(value as FacetValue['value']));
  const [isWhole, setWhole] = useState(false);
  const all = [...others.map((value): Shown => ({ value, count: null })), ...facet.values];
  const isLong = !isWhole && all.length > FIRST + 2;
  const shown = isLong ? all.filter(({ value }, at) => at < FIRST || values.includes(value)) : all;
  return (
    <>
      <FacetOptions {...{ field, facet, view, most }} isNone={all.length === 0}>
        {shown.map(({ value, label, count }) => (
          <FacetOption
            key={String(value)}
            isChosen={values.includes(value)}
            count={count}
            most={most}
            onToggle={() =>
              view.choose((latest) => toValueItems(name, withToggled(latest.values, value)))
            }
          >
            <ValueName field={field} value={value} label={label} />
          </FacetOption>
        ))}
      </FacetOptions>
      {isLong && (
        <Button size="small" color="inherit" onClick={() => setWhole(true)} sx={{ ml: -0.5 }}>
          {fillTemplate(texts.showAll, { count: all.length })}
        </Button>
      )}
      {facet.more && !isLong && <Hint variant="caption">{texts.more}</Hint>}
    </>
  );
}

type Shown = { value: unknown; label?: string | undefined; count: number | null };

/** The text that lists show for a value. */
function ValueName({ field, value, label }: { field: Field } & Omit<Shown, 'count'>) {
  const { texts: app, language } = useI18n();
  const relation = field.kind.relation?.(field.settings);
  if (label !== undefined) return label;
  if (relation) return <RecordTitles resource={relation.to} ids={[String(value)]} />;
  const options = uiOf(field).options?.(field, language, app.values);
  return options?.find((option) => option.value === value)?.label ?? showBidi(String(value));
}

/** Years, the newest first; several are alternatives. */
export function FacetYears({ field, facet, view }: FacetProps<'years'>) {
  const texts = useTexts('facets');
  const { ranges } = view.choice;
  const { name } = field;
  const most = largestCount(facet);
  const toggle = (year: FacetYear): void =>
    view.choose((latest) => {
      // Only whole years can be combined; choosing one replaces any other range.
      const years = facet.values.filter((each) => isAmong(latest.ranges, each) !== (each === year));
      return toRangeItems(name, years);
    });
  return (
    <>
      <FacetOptions
        {...{ field, facet, view, most }}
        isNone={facet.values.length === 0}
        height={300}
      >
        {facet.values.map((year) => (
          <FacetOption
            key={year.value}
            isChosen={isAmong(ranges, year)}
            count={year.count}
            most={most}
            onToggle={() => toggle(year)}
          >
            {year.value}
          </FacetOption>
        ))}
      </FacetOptions>
      {facet.more && <Hint variant="caption">{texts.moreYears}</Hint>}
    </>
  );
}

function isAmong(ranges: readonly FacetRange[], { from, to }: FacetYear): boolean {
  return ranges.some((range) => range.from === from && range.to === to);
}
