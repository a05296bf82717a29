import { Box, Button, styled, type ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { hintStyles } from './hint-button.tsx';

type ToolButtonProps = Omit<ButtonProps, 'children'> & {
  icon: ReactNode;
  /** The purpose and the state of the tool in words. */
  words: string;
  /** The state in a few characters, such as a number; narrow screens show it without the words. */
  mark?: ReactNode;
  /** Whether it changes what the list shows now. */
  isOn?: boolean;
};

/** A tool of the list, in words that say its state. In a window of less than 900 px the words become a hint. */
export function ToolButton({ icon, words, mark, isOn = false, ...props }: ToolButtonProps) {
  return (
    <Tool
      size="small"
      color={isOn ? 'primary' : 'inherit'}
      startIcon={icon}
      data-hint={words}
      data-edge="start"
      {...props}
    >
      <span data-words>{words}</span>
      {mark !== undefined && (
        <>
          {' '}
          <Box component="span" data-mark sx={{ ml: 0.5, fontVariantNumeric: 'tabular-nums' }}>
            {mark}
          </Box>
        </>
      )}
    </Tool>
  );
}

const Tool = styled(Button)(({ theme }) => ({
  position: 'relative',
  flex: 'none',
  maxWidth: '100%',
  minWidth: 36,
  height: 36,
  paddingInline: 8,
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '& .MuiButton-startIcon': { marginInline: '0 6px' },
  '& [data-words]': { overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 240 },
  // The words say more than the icons, and all tools stay on one line.
  [theme.breakpoints.between('md', 'xl')]: {
    '& .MuiButton-startIcon': { display: 'none' },
    '& [data-words]': { maxWidth: 150 },
  },
  [theme.breakpoints.down('md')]: {
    minWidth: 44,
    height: 44,
    paddingInline: 4,
    '& .MuiButton-startIcon': { margin: 0 },
    '& .MuiButton-startIcon svg': { fontSize: 22 },
    '& [data-words]': visuallyHidden,
    ...hintStyles(theme, 'data-hint'),
  },
}));
