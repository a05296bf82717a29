import MoveDownIcon from '@mui/icons-material/KeyboardArrowDown';
import MoveUpIcon from '@mui/icons-material/KeyboardArrowUp';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, IconButton } from '@mui/material';
import type { ReactNode } from 'react';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { useTexts } from '../../../messages/texts.ts';
import { removeWithFocus } from './reorder.ts';

type EntryToolsProps = {
  name: string;
  /** Undefined for the first entry. */
  onUp: (() => void) | undefined;
  /** Undefined for the last entry. */
  onDown: (() => void) | undefined;
  /** Undefined for what must stay. */
  onRemove: (() => void) | undefined;
};

/** Moves and removes an entry of a list. */
export function EntryTools({ name, onUp, onDown, onRemove }: EntryToolsProps) {
  const { entry } = useTexts('structure-fields');
  const nameOf = (label: string): string => fillTemplate(label, { name });
  const remove = (): void => {
    if (onRemove && removeWithFocus(onRemove)) announce(nameOf(entry.removed));
  };
  return (
    <Box sx={{ ml: 'auto', flex: 'none' }}>
      <Tool cell="up" name={nameOf(entry.up)} onPress={onUp}>
        <MoveUpIcon />
      </Tool>
      <Tool cell="down" name={nameOf(entry.down)} onPress={onDown}>
        <MoveDownIcon />
      </Tool>
      <Tool cell="remove" name={nameOf(entry.remove)} onPress={onRemove && remove}>
        <DeleteIcon />
      </Tool>
    </Box>
  );
}

type ToolProps = {
  cell: string;
  name: string;
  onPress: (() => void) | undefined;
  children: ReactNode;
};

function Tool({ cell, name, onPress, children }: ToolProps) {
  return (
    <IconButton
      size="small"
      data-cell={cell}
      // Not `disabled`: that would take the focus from people who move an entry to the end by keys.
      aria-disabled={onPress === undefined}
      aria-label={name}
      onClick={() => onPress?.()}
      sx={{ '&[aria-disabled="true"]': { color: 'action.disabled' } }}
    >
      {children}
    </IconButton>
  );
}
