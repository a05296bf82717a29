import { lowWindow } from '../../shell/theme/low-window.ts';

/** A bar that stays in view at the end of a long page, unless the window is too low for it. */
export const stickyBarSx = {
  position: 'sticky',
  bottom: 8,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  [lowWindow]: { position: 'static' },
};
