import { MenuItem, type MenuItemProps } from '@mui/material';

type MenuActionProps = Omit<MenuItemProps, 'onClick'> & {
  onClose: () => void;
  onChoose: (() => void) | undefined;
};

/** An entry of a menu, which closes the menu before it does its work. */
export function MenuAction({ onClose, onChoose, ...props }: MenuActionProps) {
  return (
    <MenuItem
      {...props}
      onClick={() => {
        onClose();
        onChoose?.();
      }}
    />
  );
}
