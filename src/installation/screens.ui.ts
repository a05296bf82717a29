import type { Screens } from '../admin/screens.ts';
import { mappingPages } from './mappings/pages.ui.ts';
import { masterPages } from './masters/pages.ui.ts';
import { masterTabs } from './masters/tabs.ui.ts';
import { projectTabs } from './projects/tabs.ui.ts';
import { toolPages } from './tools/pages.ui.ts';

/** What this installation adds to the screens: the part of the manifest that browsers load. */
export const screens: Screens = {
  pages: { ...mappingPages, ...masterPages, ...toolPages },
  tabs: [...projectTabs, ...masterTabs],
};
