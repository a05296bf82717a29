import { expect, test } from 'vitest';
import { commonPasswords } from '../support/known-passwords.ts';
import { checkPassword } from '../../src/fields/text/password.ts';

const owner = { email: 'ada.lovelace@analytical.example', name: 'Ada Lovelace' };

test.each([
  'correct horse battery staple',
  'hunter2!',
  'Sommer im Garten',
  'パスワードはこれです',
  '👩‍🔬👩‍🔬👩‍🔬👩‍🔬',
  'lovelace likes engines',
  'x'.repeat(3) + 'y'.repeat(253),
])('accepts %s', (password) => {
  expect(checkPassword(password, owner)).toEqual([]);
});

test.each(commonPasswords)('refuses the common password %s', (password) => {
  expect(checkPassword(password)).toMatchObject([{ code: 'V028' }]);
});

test.each([
  ['', 'V001'],
  ['seven77', 'V004'],
  // Counted as people count: these are four.
  ['🔑🔑🔑🔑', 'V004'],
  ['x'.repeat(257), 'V003'],
  ['half a \ud83d pair', 'V013'],
  ['nothing\0here', 'V013'],
  ['password1', 'V028'],
  ['P@ssw0rd', 'V028'],
  ['Passwort1', 'V028'],
  ['aaaaaaaaaaaa', 'V028'],
  ['abcabcabcabc', 'V028'],
  ['12345678', 'V028'],
  ['87654321', 'V028'],
  ['qwertzuiop', 'V028'],
  ['ada.lovelace@analytical.example', 'V028'],
  ['Ada Lovelace', 'V028'],
  ['adalovelace', 'V028'],
  ['analytical', 'V028'],
  ['Analytical1!', 'V028'],
])('refuses %j as %s', (password, code) => {
  expect(checkPassword(password, owner)).toEqual([
    expect.objectContaining({ code, path: 'password' }),
  ]);
});

test.each(['Museum of Glass', 'museumofglass1', 'Glass Archive', 'Archive2!', 'glassarchive'])(
  'refuses %j if it is the name of the organisation or the app',
  (password) => {
    const around = { ...owner, organisation: 'Museum of Glass', app: 'Glass Archive' };

    expect(checkPassword(password, around)).toMatchObject([{ code: 'V028' }]);
    expect(checkPassword(password, owner)).toEqual([]);
  },
);

test('does not use unknown names', () => {
  expect(checkPassword('ada.lovelace@analytical.example')).toEqual([]);
  expect(checkPassword('Ada Lovelace', { email: null, name: null }, 'first')).toEqual([]);
});
