import './trusted-types.ts';
import { openPage } from '../admin/start/open-page.ts';
import { pageCodes } from './extension-pages.ts';

openPage({
  root: document.getElementById('root')!,
  overlay: document.getElementById('overlay')!,
  pages: pageCodes,
  // A whole new page, not a change of route: nothing of the last user stays in memory.
  leaveTo: (path) => location.assign(path),
});
