import type { LoadedConfig } from '../../client/load-config.ts';
import type { Screens } from '../../screens.ts';

type DrawApp = (container: HTMLElement, loaded: LoadedConfig, screens: Screens) => Promise<void>;

/** Loads the app and its texts; it may start before the sign-in. */
export async function prepareApp(): Promise<DrawApp> {
  const [{ drawApp }] = await Promise.all([
    import('../../app.tsx'),
    import('../../messages/catalog.ts').then(({ loadCatalog }) => loadCatalog()),
  ]);
  return drawApp;
}
