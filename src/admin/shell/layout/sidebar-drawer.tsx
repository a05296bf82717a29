import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';

type SidebarDrawerProps = {
  label: string;
  width: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** The sidebar on narrow screens, which opens over the page. */
export function SidebarDrawer({ label, width, isOpen, onClose, children }: SidebarDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': label, sx: { width, border: 0 } } }}
    >
      {children}
    </Drawer>
  );
}
