import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import FilterRowIcon from '@mui/icons-material/TableRowsOutlined';
import { useMediaQuery, type Theme } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { HintButton } from '../../layout/hint-button.tsx';
import { useLayout } from '../columns/use-layout.ts';

const FilterBuilder = lazy(async () => ({
  default: (await import('./filter-builder.tsx')).FilterBuilder,
}));

/** The two further ways to filter: the row under the head, where there is one, and the builder. */
export function FilterTools() {
  const translate = useTranslate();
  const { hasFilterRow, change } = useLayout();
  const [isBuilding, setBuilding] = useState(false);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <>
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
      {isBuilding && (
        <Suspense>
          <FilterBuilder onClose={() => setBuilding(false)} />
        </Suspense>
      )}
    </>
  );
}
