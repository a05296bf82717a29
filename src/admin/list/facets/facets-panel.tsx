import CloseIcon from '@mui/icons-material/Close';
import { IconButton, Typography, Box, Button, ButtonBase, Skeleton } from '@mui/material';
import { useSetting } from '../../client/use-setting.ts';
import { withToggled } from '../../client/with-toggled.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { isMany } from '../../../descriptor/field-check.ts';
import { hasFacet } from '../../../descriptor/filter/query-lists.ts';
import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useTexts } from '../../messages/texts.ts';
import { SidePanel, SidePanelHead, SideSheet } from '../side-panel.tsx';
import { type FacetProps, FacetValues, FacetYears } from './facet-values.tsx';
import type { Facet } from '../../../contract/lists.ts';
import { useId, type ComponentType } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useText } from '../../messages/use-text.ts';
import { FacetHistogram } from './facet-histogram.tsx';
import { useFacet, type FacetView } from './use-facet.ts';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';

/** The counts of values beside the grid; choosing a value narrows the list to it. */
export function FacetsPanel() {
  const texts = useTexts('facets');
  return (
    <SidePanel label={texts.title} width={264}>
      <FacetList />
    </SidePanel>
  );
}

/** Shows the facets in a sheet over the page, for windows that are too narrow for a panel. */
export function FacetsSheet({ onClose }: { onClose: () => void }) {
  const texts = useTexts('facets');
  return (
    <SideSheet label={texts.title} width={340} onClose={onClose}>
      <SidePanelHead>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {texts.title}
        </Typography>
        <IconButton
          autoFocus
          edge="end"
          aria-label={texts.close}
          onClick={onClose}
          sx={{ ml: 'auto' }}
        >
          <CloseIcon />
        </IconButton>
      </SidePanelHead>
      <FacetList />
    </SideSheet>
  );
}

/** This many are open at first; each open one costs the server a count. */
const OPEN = 4;

function FacetList() {
  const view = useResource();
  const fields = facetFields(view);
  const key = `facets.${view.resource.name}`;
  const [kept, keep] = useSetting<readonly string[]>(key);
  const open = kept ?? fields.slice(0, OPEN).map(({ name }) => name);
  return fields.map((field) => (
    <FacetSection
      key={field.name}
      field={field}
      isOpen={open.includes(field.name)}
      onToggle={() => keep(withToggled(open, field.name))}
    />
  ));
}

/**
 * The fields whose values are worth counting: those with few values, with ranges, or that refer to records.
 * First come those that the descriptor names for filtering, then the list's columns, then the rest; free
 * word lists, to which anybody may add, come last.
 */
function facetFields({ resource, readable, find, column }: ResourceView): Field[] {
  const { filters, columns } = resource.list;
  const first = [...filters, ...columns].map((name) => column(name));
  const stamps = ['createdAt', 'updatedAt', 'createdBy', 'updatedBy'].map((name) => find(name));
  const all = [...first, ...readable, ...stamps].filter((field) => field !== undefined);
  const counted = [...new Set(all)].filter(hasFacet);
  const isFree = (field: Field): boolean => !isBounded(field) && isMany(field);
  return [...counted.filter(isBounded), ...counted.filter(isFree)];
}

function isBounded(field: Field): boolean {
  const { facet, relation } = field.kind;
  return facet !== undefined || relation !== undefined || uiOf(field).options !== undefined;
}

type FacetSectionProps = { field: Field; isOpen: boolean; onToggle: () => void };

/** One field, counted only while its section is open. */
function FacetSection({ field, isOpen, onToggle }: FacetSectionProps) {
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
