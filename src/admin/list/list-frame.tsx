import { Suspense, type ReactNode } from 'react';
import { WaitingLine } from '../shell/layout/progress-bar.tsx';
import './list.css';

type ListFrameProps = { isBusy?: boolean; skeleton?: ReactNode; children: ReactNode };

/** The frame of the records. While a part of it is loading, it shows the place they will have. */
export function ListFrame({ isBusy = false, skeleton, children }: ListFrameProps) {
  return (
    <div className="list-frame" aria-busy={isBusy}>
      {isBusy && <WaitingLine sx={busySx} aria-hidden />}
      <Suspense fallback={skeleton}>{children}</Suspense>
    </div>
  );
}

const busySx = { position: 'absolute', inset: '0 0 auto', height: 2, zIndex: 3 };
