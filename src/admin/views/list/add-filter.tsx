import FilterListIcon from '@mui/icons-material/FilterList';
import { Button, Divider, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { systemFields } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import { useText } from '../../use-text.ts';
import { useResource } from '../use-resource.ts';

type AddFilterProps = {
  used: readonly Field[];
  onChoose: (field: Field, anchor: HTMLElement) => void;
};

/** Offers every field the user may read, those the descriptor names for filtering first. */
export function AddFilter({ used, onChoose }: AddFilterProps) {
  const translate = useTranslate();
  const say = useText();
  // The element stays while the menu closes: what is chosen opens beside it.
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { first, others } = useOffered(used);

  const choose = (field: Field): void => {
    setOpen(false);
    if (button) onChoose(field, button);
  };
  const toItem = (field: Field) => (
    <MenuItem key={field.name} dense onClick={() => choose(field)}>
      {say(field.label)}
    </MenuItem>
  );

  return (
    <>
      <Button
        ref={setButton}
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<FilterListIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        sx={{ borderColor: 'divider', bgcolor: 'background.paper', height: 36, px: 1.5 }}
      >
        {translate('list.add_filter')}
      </Button>
      <Menu
        open={isOpen}
        anchorEl={button}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { sx: { maxHeight: 420, minWidth: 220 } } }}
      >
        {first.map(toItem)}
        {first.length > 0 && others.length > 0 && <Divider component="li" role="separator" />}
        {others.map(toItem)}
      </Menu>
    </>
  );
}

function useOffered(used: readonly Field[]): { first: Field[]; others: Field[] } {
  const { resource, readable, find } = useResource();
  const isOffered = (field: Field | undefined): field is Field =>
    field !== undefined && !used.includes(field) && field.kind.filter.operators.length > 0;
  const first = resource.list.filters.map(find).filter(isOffered);
  const stamps = systemFields.map(find);
  const others = [...readable, ...stamps]
    .filter(isOffered)
    .filter((field) => !first.includes(field));
  return { first, others };
}
