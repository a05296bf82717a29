import './trusted-types.ts';
import { openPage } from '../admin/shell/start/open-page.ts';

openPage({
  root: document.getElementById('root')!,
  overlay: document.getElementById('overlay')!,
  loadScreens: async () => (await import('../installation/screens.ui.ts')).screens,
  // A whole new page, not a change of route: nothing of the last user stays in memory.
  leaveTo: (path) => location.assign(path),
});
