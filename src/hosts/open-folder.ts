import { openImportFolder } from '../api/files/folder/open-import-folder.ts';
import type { ApiParts } from '../api/api-parts.ts';
import type { Environment } from './environment.ts';

/** Watches `IMPORT_FOLDER`, if there is one. Returns a function that stops it. */
export function openFolder(
  { importFolder }: Pick<Environment, 'importFolder'>,
  parts: ApiParts,
): () => Promise<void> {
  if (importFolder === undefined) return async () => undefined;
  return openImportFolder(parts, { root: importFolder });
}
