import './trusted-types.ts';
import { openPage } from '../admin/start/open-page.ts';
import { pageCodes } from './extension-pages.ts';
import { tabCodes } from './extension-tabs.ts';

openPage({
  root: document.getElementById('root')!,
  overlay: document.getElementById('overlay')!,
  pages: pageCodes,
  tabs: tabCodes,
  // A whole new page, not a change of route: nothing of the last user stays in memory.
  leaveTo: (path) => location.assign(path),
});
