import './trusted-types.ts';
import { openPage } from '../admin/shell/start/open-page.ts';

openPage({
  root: document.getElementById('root')!,
  overlay: document.getElementById('overlay')!,
  loadScreens: async () => (await import('../installation/screens.ui.ts')).screens,
  // Loads a new page instead of changing the route, so that no data of the last user stays in memory.
  leaveTo: (path) => location.assign(path),
});
