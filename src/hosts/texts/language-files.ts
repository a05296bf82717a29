import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSourceTexts } from './source-texts.ts';

/** A source file with the texts of a language. */
export type LanguageFile = {
  /** From the top of the project, e.g. `src/admin/messages/fr/pages/duplicates.ts`. */
  path: string;
  /** The file in German, which has the shape of a translation. */
  template: string;
  /** The English text of each key. */
  english: ReadonlyMap<string, string>;
  /** What the language says already. */
  texts: ReadonlyMap<string, string>;
};

const SCREENS = 'src/admin/messages';
const PROBLEMS = 'src/fields/problems';

/** The English files of the problems, by the names of the German ones. */
const englishProblems: Readonly<Record<string, string>> = {
  'german-access-problems.ts': 'access-problem-codes.ts',
  'german-check-reasons.ts': 'check-reasons.ts',
  'german-descriptor-problems.ts': 'descriptor-problem-codes.ts',
  'german-expected.ts': 'expectations.ts',
  'german-plan-texts.ts': 'plan-texts.ts',
  'german-problems.ts': 'problem-codes.ts',
};

/** The files of a language, whether they are there or not: one for each German file of the project in `top`. */
export async function readLanguageFiles(top: string, language: string): Promise<LanguageFile[]> {
  const names = await readdir(join(top, SCREENS, 'de'), { recursive: true });
  const screens = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({
      path: `${SCREENS}/${language}/${name}`,
      template: `${SCREENS}/de/${name}`,
      english: `${SCREENS}/en/${name}`,
    }));
  const problems = Object.entries(englishProblems).map(([name, english]) => ({
    path: `${PROBLEMS}/${name.replace('german', language === 'de' ? 'german' : language)}`,
    template: `${PROBLEMS}/${name}`,
    english: `${PROBLEMS}/${english}`,
  }));
  return Promise.all(
    [...screens, ...problems]
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(async ({ path, template, english }) => {
        const code = await readFile(join(top, template), 'utf8');
        const own = await readFile(join(top, path), 'utf8').catch(() => '');
        return {
          path,
          template: code,
          english: await readEnglish(join(top, english), toMap(code).keys()),
          texts: toMap(own),
        };
      }),
  );
}

const toMap = (code: string): Map<string, string> =>
  new Map(readSourceTexts(code).map(({ key, text }) => [key, text]));

/** Some English texts are made by code, and react-admin's come with a package: those are read from the values. */
async function readEnglish(path: string, keys: Iterable<string>): Promise<Map<string, string>> {
  const isOfPackage = basename(path) === 'react-admin.ts';
  const loaded: Readonly<Record<string, unknown>> = isOfPackage
    ? (await import('ra-language-english')).default
    : await import(pathToFileURL(path).href);
  const sources = [loaded, ...Object.values(loaded)];
  const english = [...keys].map((key): [string, string] => {
    const text = sources
      .map((source) => valueAt(source, key))
      .find((each) => typeof each === 'string');
    return [key, typeof text === 'string' ? text : ''];
  });
  return new Map(english);
}

/** A key may itself contain a dot. */
function valueAt(value: unknown, key: string): unknown {
  if (key === '' || typeof value !== 'object' || value === null)
    return key === '' ? value : undefined;
  const parts = value as Readonly<Record<string, unknown>>;
  const name = Object.keys(parts).find((each) => key === each || key.startsWith(`${each}.`));
  return name === undefined ? undefined : valueAt(parts[name], key.slice(name.length + 1));
}
