import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import FacetsIcon from '@mui/icons-material/BarChart';
import FilterRowIcon from '@mui/icons-material/TableRowsOutlined';
import { useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAsOf } from '../../kit/as-of.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { HintButton } from '../../shell/layout/hint-button.tsx';
import { useLayout } from '../grid/columns/layout.ts';
import { FacetsSheet } from '../lazy-parts.ts';

const FilterBuilder = lazyPart(() => import('./filter-builder.tsx'), 'FilterBuilder');

/** More ways to filter: the counts of values, the row of filters below the head, and the builder. */
export function FilterTools() {
  const translate = useTranslate();
  const isPast = useAsOf() !== undefined;
  const facets = translate('grid.facets');
  const { hasFilterRow, hasFacets, change } = useLayout();
  const [isBuilding, setBuilding] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  return (
    <>
      <HintButton
        label={isPast ? translate('list.as_of_off', { what: facets }) : facets}
        disabled={isPast}
        {...(hasRoom ? { 'aria-pressed': hasFacets } : { 'aria-haspopup': 'dialog' })}
        color={hasRoom && hasFacets ? 'primary' : 'default'}
        data-edge="start"
        onClick={() => (hasRoom ? change({ hasFacets: !hasFacets }) : setSheetOpen(true))}
      >
        <FacetsIcon fontSize="small" />
      </HintButton>
      {!isNarrow && (
        <HintButton
          label={translate('grid.filter_row')}
          aria-pressed={hasFilterRow}
          color={hasFilterRow ? 'primary' : 'default'}
          data-edge="start"
          onClick={() => change({ hasFilterRow: !hasFilterRow })}
        >
          <FilterRowIcon fontSize="small" />
        </HintButton>
      )}
      <HintButton
        label={translate('grid.builder')}
        aria-haspopup="dialog"
        data-edge="start"
        onClick={() => setBuilding(true)}
      >
        <AccountTreeIcon fontSize="small" />
      </HintButton>
      {isBuilding && <FilterBuilder onClose={() => setBuilding(false)} />}
      {isSheetOpen && <FacetsSheet onClose={() => setSheetOpen(false)} />}
    </>
  );
}
