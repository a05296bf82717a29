import { Button, Box } from '@mui/material';
import { useState, type ReactNode } from 'react';
import type { FacetValue, FacetYear, Facet } from '../../../contract/lists.ts';
import { showBidi } from '../../../fields/text/direction-signs.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { useTexts } from '../../messages/texts.ts';
import { withToggled } from '../../client/with-toggled.ts';
import {
  toValueItems,
  toRangeItems,
  type FacetRange,
  toEmptyItems,
  type FacetView,
} from './use-facet.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';

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
function FacetOption({ isChosen, count, most, onToggle, children }: FacetOptionProps) {
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
function largestCount({ empty, values }: Extract<Facet, { values: unknown }>): number {
  return Math.max(empty ?? 0, ...values.map(({ count }) => count));
}
