import { Paper } from '@mui/material';
import { Suspense, type ReactNode } from 'react';
import { WaitingLine } from '../shell/layout/progress-bar.tsx';

type ListFrameProps = { isBusy?: boolean; skeleton?: ReactNode; children: ReactNode };

/** The frame of the records. While a part of it is loading, it shows the place they will have. */
export function ListFrame({ isBusy = false, skeleton, children }: ListFrameProps) {
  return (
    <Paper variant="outlined" sx={frameSx} aria-busy={isBusy}>
      {isBusy && <WaitingLine sx={busySx} aria-hidden />}
      <Suspense fallback={skeleton}>{children}</Suspense>
    </Paper>
  );
}

/** Inside these, the scrolling part is no higher than the window allows. */
export const fitWindowSx = {
  display: 'flex',
  displayPrint: 'block',
  flexDirection: 'column',
  minHeight: 0,
} as const;

const frameSx = {
  ...fitWindowSx,
  position: 'relative',
  overflow: 'hidden',
  '@media print': { overflow: 'visible', border: 0 },
};
const busySx = { position: 'absolute', inset: '0 0 auto', height: 2, zIndex: 3 };
