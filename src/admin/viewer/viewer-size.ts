import { useMediaQuery } from '@mui/material';
import { useLocation } from 'react-router-dom';
import { useSetting } from '../client/use-setting.ts';
import { isViewerOpen } from './viewer-address.ts';

type ViewerSize = { share?: number | undefined; isFull?: boolean };

/** Whether a file stands beside the page or over it, and how wide it is. */
export function useViewerSize() {
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('lg'));
  const [size = {}, change] = useSetting<ViewerSize>('viewer');
  return {
    hasRoom,
    isBeside: hasRoom && size.isFull !== true,
    share: size.share,
    setShare: (share: number | undefined) => change({ ...size, share }),
    setFull: (isFull: boolean) => change({ ...size, isFull }),
  };
}

/** Whether a file stands beside the page, which then has less room than the window. */
export function useHasFileBeside(): boolean {
  const { isBeside } = useViewerSize();
  const location = useLocation();
  return isBeside && isViewerOpen(location);
}
