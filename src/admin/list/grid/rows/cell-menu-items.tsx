import BackspaceIcon from '@mui/icons-material/BackspaceOutlined';
import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import PasteIcon from '@mui/icons-material/ContentPaste';
import PasteRowsIcon from '@mui/icons-material/PostAdd';
import FillIcon from '@mui/icons-material/VerticalAlignBottom';
import HistoryIcon from '@mui/icons-material/History';
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import { Divider, ListItemIcon, ListItemText, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { MenuAction } from '../../menu-action.tsx';
import { useTexts } from '../../../messages/texts.ts';

/** What the user can do with the chosen cells; what is impossible is absent. */
export type CellCommands = Partial<Record<keyof typeof entries, () => void>>;

/** The entries of a menu for the chosen cells, for users without a keyboard at hand. */
export function CellMenuItems({ cells, onClose }: { cells: CellCommands; onClose: () => void }) {
  const texts = useTexts('app');
  return (
    <>
      <Divider component="li" role="separator" />
      {Object.entries(entries).map(([name, { icon, keys }]) => {
        const command = name as keyof CellCommands;
        const work = cells[command];
        return (
          work && (
            <MenuAction key={name} onClose={onClose} onChoose={work}>
              <MenuLine icon={icon} text={texts.rows.cells[command]} keys={keys} />
            </MenuAction>
          )
        );
      })}
    </>
  );
}

const entries = {
  copy: { icon: <CopyIcon />, keys: 'Ctrl+C' },
  paste: { icon: <PasteIcon />, keys: 'Ctrl+V' },
  pasteNew: { icon: <PasteRowsIcon />, keys: '' },
  fill: { icon: <FillIcon />, keys: 'Ctrl+D' },
  clear: { icon: <BackspaceIcon />, keys: 'Del' },
  undo: { icon: <UndoIcon />, keys: 'Ctrl+Z' },
  redo: { icon: <RedoIcon />, keys: 'Ctrl+Y' },
  history: { icon: <HistoryIcon />, keys: 'Shift+F2' },
  comment: { icon: <CommentsIcon />, keys: 'Ctrl+Shift+F2' },
} satisfies Record<string, { icon: ReactNode; keys: string }>;

type MenuLineProps = { icon: ReactNode; text: string; more?: string | undefined; keys?: string };

/** The content of an entry in the menu of a row: its icon, its text, more about it, and its keys. */
export function MenuLine({ icon, text, more, keys }: MenuLineProps) {
  return (
    <>
      <ListItemIcon sx={{ '& svg': { fontSize: 18 } }}>{icon}</ListItemIcon>
      <ListItemText
        primary={text}
        secondary={more}
        slotProps={{ secondary: { variant: 'caption', sx: { whiteSpace: 'normal' } } }}
      />
      {keys && (
        <Typography variant="caption" color="text.secondary" aria-hidden sx={keysSx}>
          {keys}
        </Typography>
      )}
    </>
  );
}

// Touch screens have no keys.
const keysSx = { ml: 3, '@media (hover: none)': { display: 'none' } };
