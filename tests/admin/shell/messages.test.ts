// @vitest-environment jsdom
import english from 'ra-language-english';
import { describe, expect, test } from 'vitest';
import { createI18nProvider } from '../../../src/admin/messages/i18n-provider.ts';
import { de } from '../../../src/admin/messages/de.ts';
import { signIn as germanSignIn } from '../../../src/admin/messages/de/sign-in.ts';
import { start as germanStart } from '../../../src/admin/messages/de/start.ts';
import { en } from '../../../src/admin/messages/en.ts';
import { signIn as englishSignIn } from '../../../src/admin/messages/en/sign-in.ts';
import { start as englishStart } from '../../../src/admin/messages/en/start.ts';
import { problemText } from '../../../src/admin/messages/problem-text.ts';
import { audit } from '../../../src/admin/messages/en/audit.ts';
import { audit as germanAudit } from '../../../src/admin/messages/de/audit.ts';
import { auditActions, auditDetails } from '../../../src/store/audit/note-audit.ts';
import { problem } from '../../../src/fields/problem.ts';

type MessageTree = { readonly [name: string]: unknown };
type Entry = { key: string; text: string };

function entriesOf(tree: MessageTree, prefix = ''): Entry[] {
  return Object.entries(tree).flatMap(([name, branch]) =>
    typeof branch === 'string'
      ? [{ key: prefix + name, text: branch }]
      : entriesOf(branch as MessageTree, `${prefix}${name}.`),
  );
}

/** What a text has filled in: `%{name}` of react-admin, `{max}` of problems. */
function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/%?\{\w+\}/g))].sort();
}

function describeKeys(tree: MessageTree): string[] {
  return entriesOf(tree).map(({ key, text }) => `${key} ${placeholdersOf(text).join(' ')}`);
}

describe('German', () => {
  test('has every message of react-admin with its placeholders', () => {
    expect(describeKeys({ ra: de.ra }).sort()).toEqual(describeKeys({ ra: english.ra }).sort());
  });

  test.each([
    ['the screens', en, de],
    ['the sign-in page', englishSignIn, germanSignIn],
    ['the start', englishStart, germanStart],
  ] as [string, MessageTree, MessageTree][])(
    'has every message of %s with its placeholders',
    (_, inEnglish, inGerman) => {
      expect(describeKeys(inGerman).sort()).toEqual(describeKeys(inEnglish).sort());
    },
  );

  test.each([
    ['English', audit],
    ['German', germanAudit],
  ])('has a word in %s for all that the audit notes', (_, texts) => {
    expect(Object.keys(texts.actions).sort()).toEqual([...auditActions].sort());
    expect(Object.keys(texts.details).sort()).toEqual([...auditDetails].sort());
  });

  test('has a plural wherever English has one', () => {
    const plurals = (tree: MessageTree): string[] =>
      entriesOf(tree)
        .filter(({ text }) => text.includes('||||'))
        .map(({ key }) => key);

    expect(plurals(de)).toEqual(expect.arrayContaining(plurals(en)));
  });

  test('leaves no text empty that English says', () => {
    const empty = entriesOf(de).filter(({ text }) => text === '');
    const emptyInEnglish = new Set(
      entriesOf(en)
        .filter(({ text }) => text === '')
        .map(({ key }) => key),
    );

    expect(empty.filter(({ key }) => !emptyInEnglish.has(key))).toEqual([]);
  });
});

describe('a translation', () => {
  const { translate } = createI18nProvider('en', {
    greet: 'Hello %{name}',
    deep: { er: 'found' },
    rows: 'one row |||| %{smart_count} rows',
  });

  test.each([
    ['finds nested messages', 'deep.er', undefined, 'found'],
    ['fills in what it is given', 'greet', { name: 'Ada' }, 'Hello Ada'],
    ['leaves a placeholder nobody fills', 'greet', {}, 'Hello %{name}'],
    ['takes the singular for one', 'rows', { smart_count: 1 }, 'one row'],
    ['takes the plural for none', 'rows', { smart_count: 0 }, '0 rows'],
    ['takes the plural for many', 'rows', { smart_count: 7 }, '7 rows'],
    ['says the default where there is no message', 'no.such', { _: 'Title' }, 'Title'],
    ['says nothing for the empty key', '', undefined, ''],
  ])('%s', (_, key, options, expected) => {
    expect(translate(key, options)).toBe(expected);
  });
});

describe('a problem', () => {
  test('is said in German, with its limits', () => {
    expect(problemText(problem('V003', 'name', { max: 100 }), de)).toBe(
      'darf höchstens 100 Zeichen haben',
    );
  });

  test('names in German what is expected', () => {
    expect(problemText(problem('V002', 'year', { expected: 'number' }), de)).toBe(
      'muss eine Zahl sein',
    );
  });

  test('keeps the words of a newer server that this page has no text for', () => {
    expect(problemText({ code: 'V999', message: 'is brand new' }, de)).toBe('is brand new');
  });
});
