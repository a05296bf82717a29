import { useEffect, useState } from 'react';
import { language, languages, useLanguage, type Language } from './language.ts';

/** Texts of some pages, each language loaded only where it is read. */
export type TextBundle<Texts> = {
  load(wanted?: Language): Promise<void>;
  /** At once: what draws with them has waited for `load`. */
  useTexts(): Texts;
  /** The same outside of what is drawn. */
  textsNow(): Texts;
};

const loading: ((wanted: Language) => Promise<void>)[] = [];

export function createTextBundle<Texts>(
  loaders: Record<Language, () => Promise<Texts>>,
): TextBundle<Texts> {
  const loaded: Partial<Record<Language, Texts>> = {};
  const load = async (wanted: Language = language()): Promise<void> => {
    loaded[wanted] ??= await loaders[wanted]();
  };
  loading.push(load);
  const textsIn = (current: Language): Texts =>
    // Another tab may have chosen a language whose texts are still on their way.
    (loaded[current] ?? loaded[languages.find((other) => loaded[other])!])!;
  return {
    load,
    textsNow: () => textsIn(language()),
    useTexts() {
      const current = useLanguage();
      const [, drawAgain] = useState<Texts>();
      useEffect(() => void load(current).then(() => drawAgain(loaded[current])), [current]);
      return textsIn(current);
    },
  };
}

/** Brings what is in use in another language. */
export async function loadBundles(wanted: Language): Promise<void> {
  await Promise.all(loading.map((load) => load(wanted)));
}
