import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { texts as english } from '../../src/admin/messages/en/app.ts';
import { texts as signIn } from '../../src/admin/messages/en/sign-in/sign-in.ts';
import { problemText } from '../../src/admin/messages/problem-text.ts';
import { loadTexts, switchLanguage } from '../../src/admin/messages/texts.ts';
import { VisitorFrame } from '../../src/admin/sign-in/visitor-frame.tsx';
import { acceptedWords } from '../../src/api/files/jobs/failed-file.ts';
import { toDraft } from '../../src/descriptor/read/draft.ts';
import { fillTemplate } from '../../src/fields/problems/fill-template.ts';
import {
  findLanguage,
  findLanguageIn,
  type Language,
} from '../../src/fields/problems/languages.ts';
import { problemWords, duplicatesOf } from '../../src/fields/problems/problem-words.ts';
import { problem } from '../../src/fields/problems/problem.ts';
import { toProblemText } from '../../src/fields/problems/problem-text.ts';
import { mails } from '../../src/mail/mails/mails.ts';
import { frameTexts, writeMail } from '../../src/mail/message.ts';
import type { ClaimedMail } from '../../src/store/system/outbox/claim-mails.ts';

import '../support/browser-parts.ts';

/*
 * A language is a line in the list, a folder of texts, its words for problems, and its mails. This one is read from
 * right to left and has three forms of a plural; most of its words are made up.
 */
vi.mock('../../src/fields/problems/languages.ts', async () => {
  const { readFileSync } = await import('node:fs');
  const { stripTypeScriptTypes } = await import('node:module');
  const source = readFileSync('src/fields/problems/languages.ts', 'utf8');
  const added = source.replace("de: 'Deutsch'", "de: 'Deutsch', he: 'עברית'");
  return await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(added))}`);
});

const words = {
  problems: {
    ...problemWords.en.problems,
    V001: 'estas necesa',
    V003: '{max} signo |||| {max} signa |||| {max} signoj',
  },
  expected: problemWords.en.expected,
};

/** The folder, as `import.meta.glob` finds its files. */
const folder = {
  '/src/admin/messages/he/sign-in/sign-in.ts': async () => ({
    texts: { ...signIn, language: 'Lingvo' },
  }),
  '/src/admin/messages/he/app.ts': async () => ({ texts: { ...english, ...words } }),
};

beforeAll(async () => {
  Object.assign(problemWords, { he: { ...words, language: 'he', together: ' kun {others}' } });
  Object.assign(frameTexts, { he: { greeting: () => 'Saluton!', closing: () => 'Sendita.' } });
  Object.assign(mails.approved, { he: () => ({ subject: 'Bonvenon', before: ['Ek!'] }) });
  await loadTexts(import.meta.glob('/src/admin/messages/*/{sign-in/sign-in,app}.ts'), 'en');
  await loadTexts(folder, 'en');
});
afterEach(cleanup);

test('an added language can be chosen on a screen, which then uses it', async () => {
  render(<VisitorFrame>{null}</VisitorFrame>);
  expect(screen.getByRole('group', { name: 'Language' })).toBeTruthy();

  await userEvent.setup().click(screen.getByRole('radio', { name: 'עברית' }));

  expect(await screen.findByRole('group', { name: 'Lingvo' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('he');
  expect(document.documentElement.dir).toBe('rtl');
});

test('an added language words problems, in the browser and on the server', async () => {
  await switchLanguage('he' as Language);
  const request = new Request('http://here/', { headers: { 'Accept-Language': 'he-XX, de' } });

  expect(problemText(problem('V001', 'name'))).toBe('estas necesa');
  expect(toProblemText(problem('V001', 'name'), acceptedWords(request))).toBe('estas necesa');
  const limits = [1, 2, 5].map((max) => problem('V003', 'name', { max }));
  const forms = ['1 signo', '2 signa', '5 signoj'];
  expect(limits.map((each) => problemText(each))).toEqual(forms);
  expect(limits.map((each) => toProblemText(each, acceptedWords(request)))).toEqual(forms);
  expect(toProblemText(duplicatesOf(['a', 'b'])[0]!, acceptedWords(request))).toMatch(/ kun b$/);
});

test('an added language is used in a mail', () => {
  const mail = { kind: 'approved', language: 'he', data: { role: 'staff' }, createdAt: '' };
  const from = { address: 'a@example.org', name: 'A' };

  const written = writeMail({ ...mail, name: null, token: null, goodUntil: null } as ClaimedMail, {
    title: 'Office',
    publicUrl: 'https://office.example.org',
    from,
  });

  expect(written.subject).toBe('Bonvenon');
  expect(written.text).toMatch(/^Saluton!\s+Ek!\s+(-- )?\s*Sendita\./);
  expect(written.html).toContain('lang="he"');
});

test('an added language has its own plural forms and direction', () => {
  const files = '{count} plik |||| {count} pliki |||| {count} plików';

  expect([1, 3, 5, '1 234'].map((count) => fillTemplate(files, { count }, 'pl'))).toEqual([
    '1 plik',
    '3 pliki',
    '5 plików',
    '1 234 pliki',
  ]);
  expect(
    [0, 1, 7].map((count) => fillTemplate('{count} a |||| {count} b', { count }, 'fr')),
  ).toEqual(['0 a', '1 a', '7 b']);
  expect(findLanguage('de-CH-1996')).toBe('de');
  expect(findLanguage('pl')).toBeUndefined();
  expect(findLanguageIn(['en', 'pt', 'pt-br'], 'pt-BR-abl1943')).toBe('pt-br');
});

test('an added language can be declared by an installation', () => {
  expect(toDraft({ app: { languages: ['he'] }, resources: {} }).draft.languages).toEqual(['he']);
});
