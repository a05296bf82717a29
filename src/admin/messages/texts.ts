import { languages, type Language } from '../../fields/problems/languages.ts';
import { beforeLanguageChange, language, setLanguage, useLanguage } from './language.ts';
import type { Namespaces } from './namespaces.ts';

/** The files of a namespace by path, one per language, as `import.meta.glob` returns them. */
type Files = Readonly<Record<string, () => Promise<unknown>>>;

const files: Files = {};

// The few texts in the first script, to report that nothing else could be loaded.
const startTexts = import.meta.glob('/src/admin/messages/*/start.ts', {
  eager: true,
  import: 'texts',
});

/** The texts by language and namespace, e.g. `de/facets`. */
const loaded = new Map(Object.entries(startTexts).map(([path, texts]) => [keyOf(path), texts]));

/** The folders of a language, such as `list` in `messages/de/list/facets.ts`, are no part of the name of a namespace. */
function keyOf(path: string): string {
  return path.replace(/^.*\/messages\/(.+?)\/(?:.*\/)?([^/]+)\.ts$/, '$1/$2');
}

/** The chosen language while its texts are still loading. */
let coming: Language | undefined;

/**
 * Loads the texts of namespaces in a language, together with those already in use. Each page
 * names the files of its own namespaces, so that no page waits for the texts of others. A
 * page opened while the language is being switched loads its texts in both languages.
 */
export async function loadTexts(
  more: Files = {},
  targetLanguage: Language = language(),
): Promise<void> {
  Object.assign(files, more);
  await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const isNeeded = path.includes(`/${targetLanguage}/`) || path.includes(`/${coming}/`);
      if (isNeeded && !loaded.has(keyOf(path)))
        loaded.set(keyOf(path), ((await load()) as { texts: unknown }).texts);
    }),
  );
}

/** The texts of a namespace, for code that has awaited `loadTexts`. */
export function textsOf<Name extends keyof Namespaces>(
  name: Name,
  targetLanguage: Language = language(),
): Namespaces[Name] {
  // Another tab may have chosen a language whose texts are still loading.
  const candidates = [targetLanguage, ...languages].map((code) => loaded.get(`${code}/${name}`));
  return candidates.find(Boolean) as Namespaces[Name];
}

/** As `textsOf`, for components: renders again with the new language once all texts in use are loaded in it. */
export function useTexts<Name extends keyof Namespaces>(name: Name): Namespaces[Name] {
  return textsOf(name, useLanguage());
}

/** Switches to another language once all texts in use are loaded in it. Of several choices the last one applies. */
export async function switchLanguage(
  targetLanguage: Language,
  apply: () => void = () => setLanguage(targetLanguage),
): Promise<void> {
  coming = targetLanguage;
  try {
    await loadTexts();
    if (coming === targetLanguage) apply();
  } finally {
    if (coming === targetLanguage) coming = undefined;
  }
}

// A choice in another tab must wait for its texts too: a screen without texts would fail.
beforeLanguageChange(switchLanguage);
