import type { Language } from '../../fields/problems/languages.ts';
import { loadTexts } from './texts.ts';

/** Loads the texts of the app itself: react-admin stays blank until it has its first texts. */
export function loadCatalog(targetLanguage?: Language): Promise<void> {
  return loadTexts(import.meta.glob('/src/admin/messages/*/app.ts'), targetLanguage);
}
