import { openImportFolder } from '../api/files/folder/open-import-folder.ts';
import type { ApiParts } from '../api/api-parts.ts';
import { createRoutes } from '../api/routes.ts';
import { codeFor } from './installation-code.ts';
import type { Environment } from './environment.ts';

/** Watches `IMPORT_FOLDER`, if there is one. Returns a function that stops it. */
export function openFolder(
  { importFolder }: Pick<Environment, 'importFolder'>,
  parts: ApiParts,
): () => Promise<void> {
  if (importFolder === undefined) return async () => undefined;
  const routes = () => {
    const descriptor = parts.descriptor();
    // Only the paths of the routes matter here, so they get none of the parts they need to run.
    return createRoutes(descriptor, { routes: codeFor(descriptor).routes } as never);
  };
  return openImportFolder(parts, { root: importFolder, routes });
}
