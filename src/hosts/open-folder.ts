import { openImportFolder } from '../api/files/folder/open-import-folder.ts';
import type { ApiParts } from '../api/api-parts.ts';
import type { Route } from '../api/http/route.ts';
import { createRoutes } from '../api/routes.ts';
import { codeFor } from './installation-code.ts';
import type { Environment } from './environment.ts';

/** Watches `IMPORT_FOLDER`, if there is one. Returns a function that stops it. */
export function openFolder(
  { importFolder }: Pick<Environment, 'importFolder'>,
  parts: ApiParts,
): () => Promise<void> {
  if (importFolder === undefined) return async () => undefined;
  return openImportFolder(parts, { root: importFolder, routes: routesOf(parts) });
}

/** The routes for work without a request. Only their paths matter, so they get none of the parts they need to run. */
export function routesOf(parts: ApiParts): () => readonly Route[] {
  return () => {
    const descriptor = parts.descriptor();
    return createRoutes(descriptor, { routes: codeFor(descriptor).routes } as never);
  };
}
