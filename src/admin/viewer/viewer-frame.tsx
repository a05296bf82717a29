import CloseIcon from '@mui/icons-material/Close';
import FullscreenIcon from '@mui/icons-material/Fullscreen';
import FullscreenExitIcon from '@mui/icons-material/FullscreenExit';
import { Box, Dialog, Typography } from '@mui/material';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { SideFrame } from '../kit/beside/side-frame.tsx';
import type { SideSize } from '../kit/side-edge.tsx';
import { useTexts } from '../messages/texts.ts';
import { ToolButton } from './tool-button.tsx';
import { useViewerSize } from './viewer-size.ts';

type ViewerFrameProps = {
  title: string;
  tools?: ReactNode;
  onClose: () => void;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
};

/** The frame of a file: beside the page, so that its values can be compared, or over it, if the user or the window says so. */
export function ViewerFrame({ title, tools, onClose, onKeyDown, children }: ViewerFrameProps) {
  const texts = useTexts('viewer');
  const { hasRoom, isBeside, setFull, share, setShare } = useViewerSize();
  const heading = useId();
  const head = (
    <Box component="header" sx={headSx}>
      <Typography component="h2" id={heading} variant="subtitle1" noWrap title={title} sx={titleSx}>
        {title}
      </Typography>
      {tools}
      {hasRoom && (
        <ToolButton
          label={isBeside ? texts.fullScreen : texts.beside}
          onClick={() => setFull(isBeside)}
        >
          {isBeside ? <FullscreenIcon /> : <FullscreenExitIcon />}
        </ToolButton>
      )}
      <ToolButton label={texts.close} keys="Escape" onClick={onClose}>
        <CloseIcon />
      </ToolButton>
    </Box>
  );
  const frame = { heading, onClose, onKeyDown };
  if (isBeside)
    return (
      <SideFrame
        {...frame}
        part="file"
        edge={{ label: texts.width, size: sideSize, share, onSize: setShare }}
      >
        {head}
        {children}
      </SideFrame>
    );
  return (
    <Dialog
      open
      fullScreen
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={onKeyDown}
      slotProps={{ paper: { sx: { borderRadius: 0 } } }}
    >
      {head}
      {children}
    </Dialog>
  );
}

/** Wide enough to read a page, with room for a record beside it. */
const sideSize: SideSize = { least: 25, most: 65, usual: 40, usualLeast: 480 };

const headSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 52,
  px: { xs: 1, sm: 2 },
  borderBottom: 1,
  borderColor: 'divider',
};

const titleSx = { flex: 1, minWidth: 0, fontWeight: 600 };
