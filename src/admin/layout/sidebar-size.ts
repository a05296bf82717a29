import { createPreference } from '../messages/preference.ts';
import { announceResize } from '../shell/sidebar-size.ts';

/** Whether the sidebar is minimised, remembered in this browser. */
export const sidebarSize = createPreference(
  'sidebar',
  ['wide', 'minimised'],
  () => 'wide',
  announceResize,
);
