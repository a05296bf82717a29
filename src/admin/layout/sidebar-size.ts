import { createPreference } from '../preference.ts';
import { announceResize } from './announce-resize.ts';

/** Whether the sidebar is minimised, remembered in this browser. */
export const sidebarSize = createPreference(
  'sidebar',
  ['wide', 'minimised'],
  () => 'wide',
  announceResize,
);
