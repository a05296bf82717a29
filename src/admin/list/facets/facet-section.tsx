import type { FacetProps } from './facet-option.tsx';
import type { Facet } from '../../../contract/lists.ts';
import { Box, Button, ButtonBase, Skeleton, Typography } from '@mui/material';
import { useId, type ComponentType } from 'react';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useText } from '../../messages/use-text.ts';
import { FacetHistogram } from './facet-histogram.tsx';
import { FacetValues, FacetYears } from './facet-values.tsx';
import { useFacet, type FacetView } from './use-facet.ts';
import { useTexts } from '../../messages/texts.ts';
import { QueryNotice } from '../../kit/loading/query-state.tsx';

import ExpandMoreIcon from '@mui/icons-material/ExpandMore';

type FacetSectionProps = { field: Field; isOpen: boolean; onToggle: () => void };

/** One field, counted only while its section is open. */
export function FacetSection({ field, isOpen, onToggle }: FacetSectionProps) {
  const say = useText();
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={sectionSx}>
      <Typography component="h3" variant="subtitle2">
        <ButtonBase id={id} aria-expanded={isOpen} onClick={onToggle} sx={headSx}>
          {say(field.label)}
          <ExpandMoreIcon
            fontSize="small"
            sx={{ ml: 'auto', rotate: isOpen ? '180deg' : 'none' }}
          />
        </ButtonBase>
      </Typography>
      {isOpen && <Counted field={field} />}
    </Box>
  );
}

const kinds: { [Kind in Facet['kind']]: ComponentType<FacetProps<Kind>> } = {
  values: FacetValues,
  years: FacetYears,
  histogram: FacetHistogram,
};

function Counted({ field }: { field: Field }) {
  const view = useFacet(field);
  const texts = useTexts('facets');
  const say = useText();
  const { values, ranges, isEmpty } = view.choice;
  const isChosen = values.length + ranges.length > 0 || isEmpty;
  return (
    <Box sx={{ px: 2, pb: 1.5 }}>
      <Content field={field} view={view} />
      {isChosen && (
        // Removes the conditions of this facet, also those that the facet cannot show.
        <Button
          size="small"
          color="inherit"
          onClick={() => view.choose(() => [])}
          sx={{ display: 'flex', width: 'fit-content', mt: 0.5, ml: -0.5 }}
        >
          {fillTemplate(texts.clear, { label: say(field.label) })}
        </Button>
      )}
    </Box>
  );
}

function Content({ field, view }: { field: Field; view: FacetView }) {
  const { facet, error, retry } = view;
  const texts = useTexts('facets');
  if (!facet && error)
    return <QueryNotice text={texts.failed} retryLabel={texts.retry} onRetry={retry} />;
  if (!facet) return <FacetSkeleton />;
  if (facet.timedOut)
    return <QueryNotice text={texts.late} retryLabel={texts.retry} onRetry={retry} />;
  // The table pairs each kind with its component, but TypeScript cannot follow a union through it.
  const Kind = kinds[facet.kind] as ComponentType<FacetProps<Facet['kind']>>;
  return <Kind field={field} facet={facet} view={view} />;
}

function FacetSkeleton() {
  const widths = ['70%', '55%', '62%', '40%'];
  return (
    <Box aria-hidden>
      {widths.map((width) => (
        <Skeleton key={width} width={width} height={28} />
      ))}
    </Box>
  );
}

const sectionSx = { '& + &': { borderTop: 1, borderColor: 'divider' } };

const headSx = {
  display: 'flex',
  width: '100%',
  minHeight: 40,
  px: 2,
  font: 'inherit',
  textAlign: 'left',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
};
