import { ListItemIcon, ListItemText, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** What stands in an entry of the menu of a row: its sign, its words and the keys for it. */
export function Entry({ icon, text, keys }: { icon: ReactNode; text: string; keys?: string }) {
  return (
    <>
      <ListItemIcon sx={{ '& svg': { fontSize: 18 } }}>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
      {keys && (
        <Typography variant="caption" color="text.secondary" aria-hidden sx={keysSx}>
          {keys}
        </Typography>
      )}
    </>
  );
}

// A finger has no keys.
const keysSx = { ml: 3, '@media (hover: none)': { display: 'none' } };
