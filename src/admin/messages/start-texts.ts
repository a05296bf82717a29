import { start as german } from './de/start.ts';
import { start as english } from './en/start.ts';
import { language, type Language } from './language.ts';

const texts: Record<Language, typeof english> = { en: english, de: german };

/** The few texts the first script brings along, for when nothing else could be loaded. */
export function startTexts(): typeof english {
  return texts[language()];
}
