import { Divider, Menu, MenuItem } from '@mui/material';
import { systemFields } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';
import { useText } from '../../messages/use-text.ts';
import { useResource } from '../../kit/use-resource.ts';

type FilterMenuProps = {
  anchor: HTMLElement;
  isOpen: boolean;
  used: readonly Field[];
  onChoose: (field: Field) => void;
  onClose: () => void;
};

/** Offers every field the user may read, first those that the descriptor names for filtering. */
export function FilterMenu({ anchor, isOpen, used, onChoose, onClose }: FilterMenuProps) {
  const say = useText();
  const { first, others } = useOffered(used);
  const toItem = (field: Field) => (
    <MenuItem key={field.name} dense onClick={() => onChoose(field)}>
      {say(field.label)}
    </MenuItem>
  );
  return (
    <Menu
      open={isOpen}
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: labelledBy(anchor), paper: { sx: { maxHeight: 420, minWidth: 220 } } }}
    >
      {first.map(toItem)}
      {first.length > 0 && others.length > 0 && <Divider component="li" role="separator" />}
      {others.map(toItem)}
    </Menu>
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
