import { expect, test } from 'vitest';
import { readLanguageFiles } from '../../../src/hosts/texts/language-files.ts';

type Pair = { key: string; en: string; de: string };

const pairs: readonly Pair[] = (await readLanguageFiles('.', 'de')).flatMap(
  ({ path, english, texts }) =>
    [...english].map(([key, en]) => ({ key: `${path} ${key}`, en, de: texts.get(key) ?? '' })),
);

const numberWords: Readonly<Record<string, number>> = {
  two: 2,
  zwei: 2,
  three: 3,
  drei: 3,
  four: 4,
  vier: 4,
  five: 5,
  fünf: 5,
  six: 6,
  sechs: 6,
  ten: 10,
  zehn: 10,
};

/** The numbers of a text, in digits or as words; both languages write 1,000 and 1.000 in their own way. */
function numbersOf(text: string): string {
  const words =
    text
      .toLowerCase()
      .replaceAll('utf-8', '')
      .match(/\p{L}+|\d[\d.,]*\d|\d/gu) ?? [];
  const numbers = words.flatMap((word) => {
    if (/^\d/.test(word)) return word.replaceAll(/[.,]/g, '');
    return Object.hasOwn(numberWords, word) ? String(numberWords[word]) : [];
  });
  return numbers.toSorted((one, other) => one.localeCompare(other)).join(' ');
}

test('both languages contain the same numbers', () => {
  // The name of a key, and the first page, which German does not count.
  const others = /keyNames\.Home|page_out_from_begin$/;
  const different = pairs.filter(
    ({ key, en, de }) => !others.test(key) && numbersOf(en) !== numbersOf(de),
  );

  expect(different).toEqual([]);
});

/** What a text quotes, without the ellipsis of a button that opens a dialog. Code between backticks quotes nothing. */
function quotesOf(text: string): string[] {
  return [...text.replaceAll(/`[^`]*`/g, '').matchAll(/[“„"]([^“”„"]+)[”“"]/g)].map(
    ([, quoted = '']) => toName(quoted),
  );
}

const toName = (text: string): string => text.replace(/\s?…$/, '');

test('a text that names a button or a page names the same one in both languages', () => {
  const namesOf = (language: 'en' | 'de'): ReadonlySet<string> =>
    new Set(pairs.map((pair) => toName(pair[language])));
  const [english, german] = [namesOf('en'), namesOf('de')];
  const isPair = (en: string | undefined, de: string | undefined): boolean =>
    (!english.has(en ?? '') && !german.has(de ?? '')) ||
    pairs.some((pair) => toName(pair.en) === en && toName(pair.de) === de);

  // The documentation is in English, so its pages have one name. Plans quote settings, which have one too.
  const named = pairs.filter(({ key }) => !/screens\.\/help\.|german-plan-texts/.test(key));
  const different = named.filter(({ en, de }) => {
    const [inEnglish, inGerman] = [quotesOf(en), quotesOf(de)];
    return (
      inEnglish.length !== inGerman.length ||
      !inEnglish.every((quoted, index) => isPair(quoted, inGerman[index]))
    );
  });

  expect(different).toEqual([]);
});

/* One word for each thing, and none that a native speaker would not write. */
test.each([
  ['de', /\b(be|Be)nutz(t|en|e)\b(?<!Benutzer)/, 'verwenden'],
  ['de', /\bvorige/i, 'vorherige'],
  ['de', /noch ?(ein)?mal\b/i, 'erneut'],
  ['de', /\bFilter (zurücksetzen|löschen|aufheben)/, 'Filter entfernen'],
  ['de', /\bVerwaltung\b/, 'Administration'],
  ['de', /\bRessourcen?\b/, 'Sammlung'],
  ['de', /Import-Ordner|Tabellenkalkulation/, 'Importordner, Tabellenprogramm'],
  ['de', /\bgescheitert/, 'fehlgeschlagen'],
  ['de', /\bAnfrage (ablehnen|abgelaufen)|Anfragen ablehnen/, 'Registrierung'],
  ['de', /[^\u00a0]…/, 'a non-breaking blank before the ellipsis'],
  ['en', /[\s]…/, 'no blank before the ellipsis'],
  ['en', /\bsomebody\b/i, 'someone'],
  ['en', /\b(go|goes) on\b/, 'continue'],
  ['en', /\b(was|were|be) made\b|\bmake (its|their own)\b|\bMake (a|one)\b/, 'create'],
  ['en', /\bown words\b|\bpresent (value|moment|secret)\b|\banew\b|\bof late\b/, 'plain words'],
] as const)('%s texts have no %s but %s', (language, pattern, _instead) => {
  const found = pairs.filter((pair) => pattern.test(pair[language]));

  expect(found.map((pair) => [pair.key, pair[language]])).toEqual([]);
});
