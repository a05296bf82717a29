import { isScreen } from '../admin/shell/is-screen.ts';
import { builtFolder } from './built.ts';
import type { LiveDescriptor } from './live-descriptor.ts';
import { createPages } from './pages.ts';

type Pages = Awaited<ReturnType<typeof createPages>>;

/** The built pages of the descriptor as it is: its screens at each request, its title when it is exchanged. */
export async function openPages(
  { current, subscribe }: LiveDescriptor,
  worker: boolean,
): Promise<Pages> {
  const create = (title: string): Promise<Pages> =>
    createPages({
      folder: builtFolder,
      title,
      worker,
      isScreen: (path) => isScreen(current(), path),
    });
  let { title } = current().app;
  let pages = await create(title);
  subscribe(() => {
    if (current().app.title === title) return;
    ({ title } = current().app);
    void create(title).then((made) => (pages = made));
  });
  return (request) => pages(request);
}
