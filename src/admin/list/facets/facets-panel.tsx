import CloseIcon from '@mui/icons-material/Close';
import { IconButton, Typography } from '@mui/material';
import { useSetting } from '../../client/use-setting.ts';
import { withToggled } from '../../client/with-toggled.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { FacetSection } from './facet-section.tsx';
import { isMany } from '../../../descriptor/field-check.ts';
import { hasFacet } from '../../../descriptor/filter/query-lists.ts';
import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useTexts } from '../../messages/texts.ts';
import { SidePanel, SidePanelHead, SideSheet } from '../side-panel.tsx';

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
function facetFields({ resource, readable, find }: ResourceView): Field[] {
  const { filters, columns } = resource.list;
  const first = [...filters, ...columns].map((name) => find(name));
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
