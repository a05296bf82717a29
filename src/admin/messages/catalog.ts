import type { Language } from '../../fields/languages.ts';
import { loadTexts } from './texts.ts';

/** Loads what the app itself says: react-admin stays blank while it waits for its first texts. */
export function loadCatalog(wanted?: Language): Promise<void> {
  return loadTexts(import.meta.glob('/src/admin/messages/*/app.ts'), wanted);
}
