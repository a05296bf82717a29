import { describe, expect, test } from 'vitest';
import { toMessage, writeMail } from '../../src/mail/message.ts';
import type { ClaimedMail } from '../../src/store/system/outbox/claim-mails.ts';
import type { MailData, MailKind } from '../../src/store/system/outbox/queue-mail.ts';

const sender = {
  title: 'Office',
  publicUrl: 'https://office.example.org',
  from: { address: 'office@example.org', name: 'Office' },
};
const at = '2026-03-04T15:06:07.000Z';
const mobile = 'AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1';

function mailOf<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  changes: Partial<ClaimedMail> = {},
): ClaimedMail {
  return {
    id: 'm1',
    kind,
    address: 'jane@example.org',
    name: null,
    language: 'en',
    data,
    token: null,
    messageId: 'm1@example.org',
    createdAt: at,
    goodUntil: null,
    lease: '',
    isLate: false,
    wasDoubtful: false,
    ...changes,
  } as ClaimedMail;
}

const textOf = (...mail: Parameters<typeof mailOf>): string =>
  writeMail(mailOf(...mail), sender).text;

type Change = MailData['accountChanged'];

test.each<[Change['what'], string, string, string, boolean]>([
  ['email', 'x@example.org', 'at Office is now x@example.org. Use', 'Adresse: x@example.org', true],
  ['role', 'editor', 'Your role at Office is now editor.', 'Rolle bei Office ist jetzt ed', true],
  ['enabled', '', 'at Office was enabled again. You', 'Office wurde entsperrt.', true],
  ['disabled', '', 'at Office was disabled. You can no', 'Office wurde gesperrt.', false],
])('a user whose %s changed gets only that in the mail', (what, to, english, german, hasLink) => {
  const data = { what, to } as Change;
  const en = textOf('accountChanged', data);
  const de = textOf('accountChanged', data, { language: 'de' });

  expect(en).toContain(english);
  expect(de).toContain(german);
  expect([en, de].map((text) => text.includes('/login'))).toEqual([hasLink, hasLink]);
  expect(en.match(/at Office/g)).toHaveLength(1);
  expect(de).toMatch(/^Guten Tag,\n/);
});

test.each([
  ['Ada Admin', 'en', 'Ada Admin has invited you'],
  [null, 'en', 'An admin has invited you'],
  ['Ada Admin', 'de', 'Ada Admin hat Sie'],
  ['see https://evil.example', 'de', 'Ein Admin hat Sie'],
])('an invitation by %s names the inviting user in %s', (invitedBy, language, words) => {
  expect(textOf('invitation', { userId: 'u1', invitedBy }, { language })).toContain(words);
});

test.each([
  ['pending', false],
  ['confirmed', true],
])('a second registration of a %s account gets a matching mail', (status, canSignIn) => {
  const [en, de] = ['en', 'de'].map((language) =>
    textOf('alreadyRegistered', { status }, { language }),
  );

  expect([en, de].map((text) => text!.includes('/forgotPassword'))).toEqual([canSignIn, canSignIn]);
  expect(en).toContain(canSignIn ? 'You can sign in' : 'still waiting for approval');
  expect(de).toContain(canSignIn ? 'Sie können sich damit anmelden' : 'wartet noch auf die Frei');
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/148.0 Safari/537.36 Edg/148.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/148.0 Safari/537.36 OPR/120.0', 'Opera, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/148.0 Safari/537.36', 'Chrome, Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${mobile}`, 'Safari, iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${mobile}`, 'Safari, iPad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Safari/604.1', 'Safari, macOS'],
  ['Mozilla/5.0 Firefox/150.0', 'Firefox'],
  ['curl/8.1 at evil.example', 'curl/8.\u200b1 at evil.\u200bexample'],
])('the client %s has its common name', (userAgent, name) => {
  const text = textOf('sessionReuse', { at, address: null, userAgent });

  expect(text).toContain(`\n\nTime: 4 March 2026 at 15:06 UTC\nBrowser: ${name}\n\n`);
});

describe('a mail without a detail has no line for it', () => {
  test.each<[...Parameters<typeof mailOf>, string]>([
    ['sessionReuse', { at, address: '192.0.2.7' }, {}, 'UTC\nAddress: 192.0.2.7\n\n'],
    ['passwordChanged', { at, address: null }, { language: 'de' }, 'um 15:06 UTC\n\n'],
    [
      'registrationReceived',
      { name: 'Jane', email: 'j@example.org', organisation: null },
      {},
      '\n\nName: Jane\nEmail: j@example.org\n\n',
    ],
    [
      'registrationReceived',
      { name: 'Jane', email: 'j@example.org', organisation: 'A.B' },
      { language: 'de' },
      '\n\nName: Jane\nE-Mail: j@example.org\nOrganisation: A.\u200bB\n\n',
    ],
  ])('%s %j', (kind, data, changes, lines) => {
    expect(textOf(kind, data, changes)).toContain(lines);
  });
});

test.each([
  [1, '1 hour'],
  [90, '2 hours'],
  [60 * 23, '23 hours'],
  [60 * 24, '1 day'],
  [60 * 25, '25 hours'],
  [60 * 48, '2 days'],
])('a link of %d minutes expires in %s', (minutes, words) => {
  const goodUntil = new Date(Date.parse(at) + minutes * 60_000).toISOString();

  expect(textOf('passwordReset', { userId: 'u1' }, { goodUntil })).toContain(
    `expires in ${words}.`,
  );
});

test('special characters are written as entities, and line breaks are kept', () => {
  const { html } = writeMail(mailOf('rejected', { reason: `'a' & "b" <c>\nd` }), sender);

  expect(html).toContain('The reason:<br>&#39;a&#39; &amp; &quot;b&quot; &lt;c&gt;<br>d</p>');
  expect(html).not.toMatch(/<p[^>]*><\/p>|<a |\n\n/);
  expect(html.match(/role="presentation"/g)).toHaveLength(2);
});

test('a message goes to one address and no other', async () => {
  const { id, from, to, raw } = await toMessage(mailOf('approved', { role: null }), sender);

  expect({ id, from, to }).toEqual({
    id: 'm1',
    from: 'office@example.org',
    to: 'jane@example.org',
  });
  expect(raw.toString()).toContain('\r\nTo: jane@example.org\r\n');
  for (const changes of [{ address: '' }, { from: { address: '', name: 'x' } }])
    await expect(
      toMessage(mailOf('approved', { role: null }, changes), { ...sender, ...changes }),
    ).rejects.toThrow('exactly one sender and one recipient');
});
