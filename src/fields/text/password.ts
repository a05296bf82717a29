import { dictionary } from '@zxcvbn-ts/language-common';
import { checkPasswordForm, PASSWORD_MIN } from './password-form.ts';
import { problem, type Problem } from '../problems/problem.ts';

/** The owner of a password, and where they use it. An attacker first tries what others know about them. */
export type PasswordOwner = {
  email?: string | null;
  name?: string | null;
  organisation?: string | null;
  /** The title of the app. */
  app?: string;
};

/**
 * The problems of a new password, located at `path`. As in NIST 800-63B, length counts and kinds of characters do not;
 * passwords that attackers try first are refused.
 */
export function checkPassword(
  password: string,
  owner: PasswordOwner = {},
  path = 'password',
): Problem[] {
  const problems = checkPasswordForm(password, path);
  if (problems.length > 0) return problems;
  return isGuessable(password, owner) ? [problem('V028', path)] : [];
}

function isGuessable(password: string, { email, name, organisation, app }: PasswordOwner): boolean {
  const plain = toPlain(password);
  const around = [organisation, app].flatMap((text) => [text, ...(text?.split(/\s+/) ?? [])]);
  const own = [email, email?.split('@')[0], email?.split('@')[1]?.split('.')[0], name, ...around]
    .map((text) => toLetters(toPlain(text ?? '')))
    .filter((text) => text.length > 0);
  return (
    common.has(plain) ||
    // `Password1!`: with a special character at its end it is the second one attackers try.
    common.has(plain.replace(/[^\p{L}\p{N}]+$/u, '')) ||
    repeats(plain) ||
    isRow(plain) ||
    own.some((text) => toLetters(plain) === text || (text.length > 3 && onlyAdds(plain, text)))
  );
}

/** Small letters, with the digits people use for letters turned back into letters. */
function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[@430$5]/g, (sign) => lookalikes[sign]!);
}

const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** Removes what separates the parts of a name, because it does not matter. */
function toLetters(plain: string): string {
  return plain.replace(/[\s._-]/g, '');
}

/** The owner's name with only a number or a special character added. */
function onlyAdds(plain: string, own: string): boolean {
  const letters = toLetters(plain);
  const rest = letters.split(own).join('');
  return rest.length < letters.length && rest.length < 4;
}

/** `aaaaaaaa`, `abcabcabc`. */
function repeats(plain: string): boolean {
  for (let size = 1; size <= plain.length / 2 && size <= 4; size += 1) {
    const part = plain.slice(0, size);
    if (part.repeat(Math.ceil(plain.length / size)).slice(0, plain.length) === plain) return true;
  }
  return false;
}

/** `12345678`, `hgfedcba`, `qwertzuiop`. */
function isRow(plain: string): boolean {
  const backwards = [...plain].toReversed().join('');
  return rows.some((row) => row.includes(plain) || row.includes(backwards));
}

const rows = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
].map(toPlain);

// Besides the lists from all over the world: German ones, and those tried here and this year.
const common = new Set(
  [
    ...listCommonPasswords(PASSWORD_MIN),
    ...[
      'password12 password123 passwords passwort passwort1 passwort123 pass1234 1234pass mypassword',
      'meinpasswort changeme changeit letmein123 welcome123 willkommen willkommen1 administrator',
      'admin123 admin1234 adminadmin root1234 backoffice backoffice1 ichliebedich prinzessin fussball',
      'batman123 pokemon1 hallo123 hallo1234 hallohallo geheim123 schalke04 secret123 testtest test1234',
      'qwertz123 zaq12wsx a1b2c3d4 abc12345 12345abc dragon123 monkey123 master123 shadow123',
      'hannover96 google123',
    ].flatMap((line) => line.split(' ')),
    ...['sommer', 'summer', 'herbst', 'autumn', 'winter', 'spring', 'fruehling'].flatMap((season) =>
      ['2024', '2025', '2026', '2027', '2028'].map((year) => season + year),
    ),
  ].map(toPlain),
);

/**
 * The most frequent passwords of leaked lists that are long enough to be chosen: 17,950 of 49,233 (ASVS 5.0, 6.2.4
 * asks for 3,000). About 190 kB of compressed JavaScript, which a page loads when somebody types a password.
 */
function listCommonPasswords(shortest: number): string[] {
  return dictionary['passwords-common'].filter((each) => each.length >= shortest);
}
