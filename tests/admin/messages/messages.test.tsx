import { auditActions } from '../../../src/contract/admin.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import english from 'ra-language-english';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalog } from '../../../src/admin/messages/catalog.ts';
import { createI18nProvider } from '../../../src/admin/messages/i18n-provider.ts';
import { texts as de } from '../../../src/admin/messages/de/app.ts';
import { texts as en } from '../../../src/admin/messages/en/app.ts';
import { setLanguage } from '../../../src/admin/messages/language.ts';
import { loadTexts } from '../../../src/admin/messages/texts.ts';
import { problemText } from '../../../src/admin/messages/problem-text.ts';
import { audit } from '../../../src/admin/messages/en/pages/audit.ts';
import { audit as germanAudit } from '../../../src/admin/messages/de/pages/audit.ts';
import { auditDetails } from '../../../src/store/system/audit/write-audit.ts';
import { allProblemTexts } from '../../../src/fields/problems/all-problem-codes.ts';
import { fillTemplate } from '../../../src/fields/problems/fill-template.ts';
import { accessProblems } from '../../../src/fields/problems/german-access-problems.ts';
import { descriptorProblems } from '../../../src/fields/problems/german-descriptor-problems.ts';
import { problems } from '../../../src/fields/problems/german-problems.ts';
import { descriptorProblem } from '../../../src/descriptor/read/descriptor-problem.ts';
import { problem } from '../../../src/fields/problems/problem.ts';

type MessageTree = { readonly [name: string]: unknown };
type Entry = { key: string; text: string };

function entriesOf(tree: MessageTree, prefix = ''): Entry[] {
  return Object.entries(tree).flatMap(([name, branch]) =>
    typeof branch === 'string'
      ? [{ key: prefix + name, text: branch }]
      : entriesOf(branch as MessageTree, `${prefix}${name}.`),
  );
}

/** What a text has filled in: `%{name}` of react-admin, `{max}` of problems; `{Year}` is an example that people read. */
function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/%?\{[a-z]\w*\}/g))].sort();
}

/** How many sentences each form of a text has; a half of a sentence after a semicolon does not count. */
function countSentences(text: string): string {
  const forms = text.replaceAll(/\b(z\. B|d\. h|e\.g|i\.e|etc|ca)\./g, '$1').split(' |||| ');
  return forms
    .map((form) => (form.replaceAll(/\d\./g, '').match(/[.!?](?=[\s)”“]|$)/g) ?? []).length)
    .join();
}

function describeKeys(tree: MessageTree): string[] {
  return entriesOf(tree).map(({ key, text }) => `${key} ${placeholdersOf(text).join(' ')}`);
}

const messages = join(import.meta.dirname, '../../../src/admin/messages');

describe('German', () => {
  test('has every message of react-admin with its placeholders', () => {
    expect(describeKeys({ ra: de.ra }).sort()).toEqual(describeKeys({ ra: english.ra }).sort());
  });

  test.each(globSync('**/*.ts', { cwd: join(messages, 'en') }))(
    'has every message of %s with its placeholders',
    async (file) => {
      const [inEnglish, inGerman] = await Promise.all(
        ['en', 'de'].map(async (code) => (await import(join(messages, code, file))) as MessageTree),
      );

      expect(describeKeys({ ...inGerman, ra: {} }).sort()).toEqual(
        describeKeys({ ...inEnglish, ra: {} }).sort(),
      );
    },
  );

  test.each([
    ['English', audit],
    ['German', germanAudit],
  ])('has a word in %s for each action of the audit', (_, texts) => {
    expect(Object.keys(texts.actions).sort()).toEqual([...auditActions].sort());
    expect(Object.keys(texts.details).sort()).toEqual([...auditDetails].sort());
  });

  test('has a plural where English has one', () => {
    const plurals = (tree: MessageTree): string[] =>
      entriesOf(tree)
        .filter(({ text }) => text.includes('||||'))
        .map(({ key }) => key);

    expect(plurals(de)).toEqual(expect.arrayContaining(plurals(en)));
  });

  test.each(globSync('**/*.ts', { cwd: join(messages, 'en') }))(
    'says in %s as much as English: as many sentences for each text',
    async (file) => {
      const [inEnglish, inGerman] = await Promise.all(
        ['en', 'de'].map(async (code) => (await import(join(messages, code, file))) as MessageTree),
      );
      const germanOf = new Map(entriesOf(inGerman!).map(({ key, text }) => [key, text]));

      const different = entriesOf(inEnglish!).filter(
        ({ key, text }) =>
          !key.includes('.ra.') && countSentences(text) !== countSentences(germanOf.get(key) ?? ''),
      );

      expect(different.map(({ key, text }) => [key, text, germanOf.get(key)])).toEqual([]);
    },
  );

  test('takes no text from the files of another language', () => {
    const others = globSync('*/**/*.ts', { cwd: messages }).filter((file) => {
      const isGerman = file.startsWith('de/');
      const imports = readFileSync(join(messages, file), 'utf8').match(/^import (?!type).*;$/gm);
      return imports?.some((line) => line.includes('/german-') && !isGerman);
    });

    expect(others).toEqual([]);
  });

  test('advises in each problem as much as English: as many clauses', () => {
    const inGerman: Readonly<Record<string, string>> = {
      ...problems,
      ...accessProblems,
      ...descriptorProblems,
    };
    const count = (text = ''): number => text.split(/[;.] /).length;

    const different = Object.entries({ ...allProblemTexts, ...en.problems }).filter(
      ([code, text]) => count(text) !== count(inGerman[code]),
    );

    expect(different.map(([code, text]) => [code, text, inGerman[code]])).toEqual([]);
  });

  test('leaves no text empty that English has', () => {
    const empty = entriesOf(de).filter(({ text }) => text === '');
    const emptyInEnglish = new Set(
      entriesOf(en)
        .filter(({ text }) => text === '')
        .map(({ key }) => key),
    );

    expect(empty.filter(({ key }) => !emptyInEnglish.has(key))).toEqual([]);
  });
});

describe('a count before a noun', () => {
  const root = join(import.meta.dirname, '../../../src');
  // What these say stands in their parts.
  const catalogues = globSync(
    [
      'admin/messages/{en,de}/**/*.ts',
      'installation/**/*-texts.ts',
      'fields/**/*problem{-code,}s.ts',
    ],
    { cwd: root },
  ).filter((file) => !/\/(app|descriptor-problems)\.ts$/.test(file));
  const counts =
    '%?\\{(?:smart_count|count|total|shown|rows|speed|done|days|seconds|min|max|cells|extractions|mapped)\\}';
  // Nouns are what German writes with a capital letter, and plurals what English ends in an s.
  const noun = {
    en: new RegExp(`${counts} (?:[a-z]+ )?(?!(?:was|is|as)\\b)(?:[a-z]+s|people)\\b`),
    de: new RegExp(`${counts} (?:(?!von|in|auf|mit|nach|Byte)[a-zäöü]+ )?(?!Zeichen|Byte)[A-ZÄÖÜ]`),
  };
  const always = [
    // A group has two records at least, and so has what is merged.
    /^admin.*duplicates\.ts texts\.(inGroup|mergeTitle|merged)$/,
    // There is another text for one.
    /Many$/,
    // Limits of ours, which are far above one.
    /^fields.*\.(?:Q\d+|I0(?:18|25|29|37|38|41|42|69)|A021|D022|V019|I009|I03[01]|D054)$/,
    /passwordProblems/,
    /^admin.*(people\.ts texts\.requests\.more|import\.first|problems\.first|\.first|\.onlyKept)$/,
    // Of react-admin, where nothing counts characters.
    /^admin.*react-admin/,
  ];

  test.each(catalogues)('has a singular in %s', async (file) => {
    const texts = entriesOf((await import(join(root, file))) as MessageTree, `${file} `);
    const hasGerman = file.includes('/de/') || file.includes('german');
    const isCounted = ({ key, text }: Entry) =>
      noun[hasGerman || key.endsWith('.de') ? 'de' : 'en'].test(text);

    const without = texts.filter(
      (entry) =>
        isCounted(entry) &&
        !entry.text.includes(' |||| ') &&
        !always.some((pattern) => pattern.test(entry.key)),
    );

    expect(without).toEqual([]);
  });

  test.each([
    ['the singular of one', '{count} row |||| {count} rows', { count: 1 }, '1 row'],
    ['the plural of none', '{count} row |||| {count} rows', { count: '0' }, '0 rows'],
    [
      'the form of what is given',
      '{n} of {count} row |||| {n} of {count} rows',
      { n: 1, count: 5 },
      '1 of 5 rows',
    ],
  ])('is said in %s', (_, text, params, expected) => {
    expect(fillTemplate(text, params)).toBe(expected);
  });
});

describe('a translation', () => {
  const ra = {
    greet: 'Hello %{name}',
    deep: { er: 'found' },
    rows: 'one row |||| %{smart_count} rows',
  };
  const { translate } = createI18nProvider('en', { ...en, ra });

  test.each([
    ['finds nested messages', 'ra.deep.er', undefined, 'found'],
    ['fills in what it is given', 'ra.greet', { name: 'Ada' }, 'Hello Ada'],
    ['leaves a placeholder nobody fills', 'ra.greet', {}, 'Hello %{name}'],
    ['takes the singular for one', 'ra.rows', { smart_count: 1 }, 'one row'],
    ['takes the plural for none', 'ra.rows', { smart_count: 0 }, '0 rows'],
    ['takes the plural for many', 'ra.rows', { smart_count: 7 }, '7 rows'],
    ['says the default where there is no message', 'ra.such', { _: 'Title' }, 'Title'],
    ['says nothing for the empty key', '', undefined, ''],
  ])('%s', (_, key, options, expected) => {
    expect(translate(key, options)).toBe(expected);
  });
});

describe('a problem', () => {
  beforeAll(async () => {
    await loadCatalog('de');
    setLanguage('de');
  });

  test('is shown in German, with its limits', () => {
    expect(problemText(problem('V003', 'name', { max: 100 }))).toBe(
      'darf höchstens 100 Zeichen haben',
    );
  });

  test('of a descriptor is shown in German where its texts are loaded', async () => {
    const found = descriptorProblem('D002', 'resources.books');
    const before = problemText(found);
    await loadTexts(import.meta.glob('/src/admin/messages/*/shell/descriptor-problems.ts'), 'de');

    expect([before, problemText(found)]).toEqual(['is declared twice', 'ist zweimal deklariert']);
  });

  test('names the expected value in German', () => {
    expect(problemText(problem('V002', 'year', { expected: 'number' }))).toBe(
      'muss eine Zahl sein',
    );
  });

  test('keeps the words of a newer server that this page has no text for', () => {
    expect(problemText({ code: 'V999', message: 'is brand new' })).toBe('is brand new');
  });
});
