import { createPreference } from '../preference.ts';

/** Whether the sidebar is minimised, remembered in this browser. */
export const sidebarSize = createPreference('sidebar', ['wide', 'minimised'], () => 'wide');
