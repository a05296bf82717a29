import { Box, Drawer, Paper, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';

type SidePanelProps = {
  label: string;
  /** In pixels. */
  width: number;
  children: ReactNode;
};

/** A panel beside the records: they make room for it, and each scrolls alone. */
export function SidePanel({ label, width, children }: SidePanelProps) {
  return (
    <Paper component="aside" variant="outlined" aria-label={label} sx={{ ...panelSx, width }}>
      {children}
    </Paper>
  );
}

/** The same in a sheet over the page, for windows that are too narrow for a panel. */
export function SideSheet({
  label,
  width,
  onClose,
  children,
}: SidePanelProps & { onClose: () => void }) {
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  return (
    <Drawer
      open
      anchor={isPhone ? 'bottom' : 'left'}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': label,
          sx: { ...sheetSx, width: { sm: width } },
        },
      }}
    >
      {children}
    </Drawer>
  );
}

/** The first line of a panel or sheet; it stays in sight while the rest scrolls. */
export function SidePanelHead({ children }: { children: ReactNode }) {
  return <Box sx={headSx}>{children}</Box>;
}

const panelSx = {
  flex: 'none',
  alignSelf: 'flex-start',
  maxHeight: '100%',
  overflow: 'auto',
  scrollbarGutter: 'stable',
  displayPrint: 'none',
};

const sheetSx = {
  maxHeight: { xs: '85dvh', sm: 'none' },
  borderTopLeftRadius: { xs: 12, sm: 0 },
  borderTopRightRadius: { xs: 12, sm: 0 },
};

const headSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  position: 'sticky',
  top: 0,
  zIndex: 1,
  px: 2,
  py: 0.75,
  bgcolor: 'background.paper',
};
