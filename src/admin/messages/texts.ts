import { languages, type Language } from '../../fields/languages.ts';
import { beforeOtherLanguage, language, setLanguage, useLanguage } from './language.ts';
import type { Namespaces } from './namespaces.ts';

/** The files of a namespace by their paths, one for each language, as `import.meta.glob` finds them. */
type Files = Readonly<Record<string, () => Promise<unknown>>>;

const files: Files = {};

// The few texts the first script brings along say that nothing else could be loaded.
const loaded: Record<string, unknown> = import.meta.glob('/src/admin/messages/*/start.ts', {
  eager: true,
  import: 'texts',
});

/** The language that is chosen and whose texts are still on their way. */
let coming: Language | undefined;

/**
 * Loads the texts of namespaces in a language, and what is in use besides. Each page names the files
 * of its own namespaces, so that no page waits for the texts of others. A page that is opened during
 * a switch of language loads its texts in both.
 */
export async function loadTexts(more: Files = {}, wanted: Language = language()): Promise<void> {
  Object.assign(files, more);
  await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      if (path.includes(`/${wanted}/`) || path.includes(`/${coming}/`))
        loaded[path] ??= ((await load()) as { texts: unknown }).texts;
    }),
  );
}

/** The texts of a namespace at once: what says them has waited for `loadTexts`. */
export function textsOf<Name extends keyof Namespaces>(
  name: Name,
  wanted: Language = language(),
): Namespaces[Name] {
  // Another tab may have chosen a language whose texts are still on their way.
  const found = [wanted, ...languages].map(
    (code) => loaded[`/src/admin/messages/${code}/${name}.ts`],
  );
  return found.find(Boolean) as Namespaces[Name];
}

/** The same for what is drawn, which follows the language: it changes when all in use is there in it. */
export function useTexts<Name extends keyof Namespaces>(name: Name): Namespaces[Name] {
  return textsOf(name, useLanguage());
}

/** Switches all texts in use to another language, once they are loaded. Of several choices the last one counts. */
export async function switchLanguage(
  wanted: Language,
  apply: () => void = () => setLanguage(wanted),
): Promise<void> {
  coming = wanted;
  try {
    await loadTexts();
    if (coming === wanted) apply();
  } finally {
    if (coming === wanted) coming = undefined;
  }
}

// Chosen in another tab: a screen drawn without its texts would break.
beforeOtherLanguage(switchLanguage);
