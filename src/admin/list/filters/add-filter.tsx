import FilterListIcon from '@mui/icons-material/FilterList';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { Field } from '../../../fields/field.ts';

/* The inputs of filters, which a first list does not load. */

export const loadFilterEditor = () => import('./filter-editor.tsx');
const loadFilterMenu = () => import('./filter-menu.tsx');
const loadFilterForm = () => import('./filter-form.tsx');

/** Loads them when the pointer comes near, before the user clicks. */
export function preloadFilters(): void {
  // A click tries again, and reports the failure.
  for (const load of [loadFilterEditor, loadFilterMenu, loadFilterForm])
    load().catch(() => undefined);
}

const FilterMenu = lazyPart(loadFilterMenu, 'FilterMenu');

type AddFilterProps = {
  used: readonly Field[];
  onChoose: (field: Field, anchor: HTMLElement) => void;
};

/** The button that adds a filter. */
export function AddFilter({ used, onChoose }: AddFilterProps) {
  const translate = useTranslate();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  // Once opened it stays mounted while it closes: the chosen filter opens beside its button.
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');

  return (
    <>
      <Button
        ref={setButton}
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<FilterListIcon />}
        aria-haspopup="menu"
        aria-expanded={state === 'open'}
        onClick={() => setState('open')}
        sx={{ borderColor: 'divider', bgcolor: 'background.paper', height: 36, px: 1.5 }}
      >
        {translate('list.add_filter')}
      </Button>
      {button && state !== 'never' && (
        <FilterMenu
          anchor={button}
          isOpen={state === 'open'}
          used={used}
          onChoose={(field) => {
            setState('closed');
            onChoose(field, button);
          }}
          onClose={() => setState('closed')}
        />
      )}
    </>
  );
}
