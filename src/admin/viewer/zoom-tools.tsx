import AddIcon from '@mui/icons-material/Add';
import FitScreenIcon from '@mui/icons-material/FitScreen';
import RemoveIcon from '@mui/icons-material/Remove';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { useTexts } from '../messages/texts.ts';
import { ToolButton } from './tool-button.tsx';
import type { ZoomAction } from './viewer-keys.ts';

type ZoomToolsProps = {
  /** Of the actual size; undefined until it is known. */
  percent: number | undefined;
  onAct: (action: ZoomAction) => void;
  /** More ways to fit. */
  children?: ReactNode;
};

/** The bar with the buttons for the size, which other tools may join. */
export function ZoomTools(props: ZoomToolsProps) {
  const texts = useTexts('viewer');
  return (
    <Box role="toolbar" aria-label={texts.tools} sx={toolbarSx}>
      <ZoomButtons {...props} />
    </Box>
  );
}

export function ZoomButtons({ percent, onAct, children }: ZoomToolsProps) {
  const texts = useTexts('viewer');
  const shown =
    percent === undefined ? '–' : fillTemplate(texts.percent, { n: Math.round(percent) });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <ToolButton label={texts.zoomOut} keys="-" onClick={() => onAct('out')}>
        <RemoveIcon />
      </ToolButton>
      <Button
        color="inherit"
        aria-label={fillTemplate(texts.actualSize, { shown })}
        title={`${fillTemplate(texts.actualSize, { shown })} (1)`}
        onClick={() => onAct('actual')}
        sx={{ minWidth: { xs: 52, sm: 64 }, px: { xs: 0.5, sm: 1 } }}
      >
        {shown}
      </Button>
      <ToolButton label={texts.zoomIn} keys="+" onClick={() => onAct('in')}>
        <AddIcon />
      </ToolButton>
      <ToolButton label={texts.fit} keys="0" onClick={() => onAct('fit')}>
        <FitScreenIcon />
      </ToolButton>
      {children}
    </Box>
  );
}

export const toolbarSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  columnGap: { xs: 0.5, sm: 2 },
  px: 1,
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
};
