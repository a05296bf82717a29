import type { FacetValue } from '../../../contract/lists.ts';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { showDirections } from '../../../fields/direction-signs.ts';
import type { Field } from '../../../fields/field.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useLanguage } from '../../messages/language.ts';
import { uiOf } from '../../kit/field-value.tsx';
import { RecordTitles } from '../../kit/record-titles.tsx';
import { EmptyOption, hasEmpty, mostOf } from './empty-option.tsx';
import { toValueItems, withToggled } from './facet-filter.ts';
import { FacetOption, optionsSx } from './facet-option.tsx';
import type { CountedProps } from './facet-section.tsx';
import { useTexts } from '../../messages/texts.ts';

/** So many at first, for the other fields to be in sight. */
const FIRST = 8;

/** The most frequent values; those that are chosen are there in any case. */
export function FacetValues({ field, facet, view }: CountedProps<'values'>) {
  const texts = useTexts('facets');
  const { values } = view.choice;
  const { name } = field;
  const most = mostOf(facet);
  const counted = new Set(facet.values.map(({ value }) => value));
  const others = values.filter((value) => !counted.has(value as FacetValue['value']));
  const [isWhole, setWhole] = useState(false);
  const all = [...others.map(toUncounted), ...facet.values];
  const isLong = !isWhole && all.length > FIRST + 2;
  const shown = isLong ? all.filter(({ value }, at) => at < FIRST || values.includes(value)) : all;
  if (facet.values.length === 0 && others.length === 0 && !hasEmpty({ facet, view }))
    return (
      <Typography variant="body2" color="text.secondary">
        {texts.none}
      </Typography>
    );
  return (
    <>
      <Box component="ul" sx={optionsSx}>
        {shown.map(({ value, label, count }) => (
          <FacetOption
            key={String(value)}
            isChosen={values.includes(value)}
            count={count}
            most={most}
            onToggle={() => view.choose(toValueItems(name, withToggled(values, value)))}
          >
            <ValueName field={field} value={value} label={label} />
          </FacetOption>
        ))}
        <EmptyOption {...{ field, facet, view }} />
      </Box>
      {isLong && (
        <Button size="small" color="inherit" onClick={() => setWhole(true)} sx={{ ml: -0.5 }}>
          {fillTemplate(texts.showAll, { count: all.length })}
        </Button>
      )}
      {facet.more && !isLong && (
        <Typography variant="caption" color="text.secondary">
          {texts.more}
        </Typography>
      )}
    </>
  );
}

type Shown = { value: unknown; label?: string | undefined; count: number | null };

function toUncounted(value: unknown): Shown {
  return { value, count: null };
}

/** What lists call a value. */
function ValueName({ field, value, label }: { field: Field } & Omit<Shown, 'count'>) {
  const translate = useTranslate();
  const language = useLanguage();
  const relation = field.kind.relation?.(field.settings);
  if (label !== undefined) return label;
  if (relation) return <RecordTitles resource={relation.to} ids={[String(value)]} />;
  const options = uiOf(field).options?.(field, language, translate);
  return options?.find((option) => option.value === value)?.label ?? showDirections(String(value));
}
