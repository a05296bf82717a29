import { Divider, ListItemText, Menu } from '@mui/material';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { MenuAction } from '../../../list/menu-action.tsx';
import type { OpenedField } from './field-dialogs.tsx';

type FieldMenuProps = {
  label: string;
  anchor: HTMLElement;
  onMove: (way: -1 | 1) => void;
  onDuplicate: () => void;
  onOpen: (what: OpenedField['what']) => void;
  onClose: () => void;
};

/** All that a person can do with a field. */
export function FieldMenu({ label, anchor, onMove, onDuplicate, onOpen, onClose }: FieldMenuProps) {
  const { menu, more } = useTexts('structure-fields');
  const item = (name: keyof typeof menu, act: () => void, hint?: string) => (
    <MenuAction dense onClose={onClose} onChoose={act}>
      <ListItemText>{menu[name]}</ListItemText>
      {hint !== undefined && (
        <Hint variant="caption" sx={{ ml: 3 }}>
          {hint}
        </Hint>
      )}
    </MenuAction>
  );
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': fillTemplate(more, { field: label }) } }}
    >
      {item('up', () => onMove(-1), 'Alt+↑')}
      {item('down', () => onMove(1), 'Alt+↓')}
      <Divider component="li" role="separator" />
      {item('settings', () => onOpen('panel'))}
      {item('type', () => onOpen('type'))}
      {item('duplicate', onDuplicate)}
      {item('remove', () => onOpen('remove'))}
    </Menu>
  );
}
