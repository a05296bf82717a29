import { describe, expect, test } from 'vitest';
import { languages } from '../../src/fields/problems/languages.ts';
import { mailKinds } from '../../src/mail/mails/write-letter.ts';
import { toMessage, writeMail } from '../../src/mail/message.ts';
import { checkOwnWords, templateOf } from '../../src/mail/own-words.ts';
import { previewMail } from '../../src/mail/preview.ts';
import { mailOf, sender } from '../support/letters.ts';

const all = mailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const));

describe.each(all)('the words of %s in %s', (kind, language) => {
  const { standard, placeholders } = templateOf(kind, language);

  test('can be edited as they are sent', () => {
    const mail = mailOf(kind, language);

    expect(checkOwnWords(kind, language, standard)).toEqual([]);
    expect(writeMail(mail, sender, standard)).toEqual(writeMail(mail, sender));
  });

  test('need the link of the mail', () => {
    const isRequired = ['proveEmail', 'confirmEntry', 'invitation', 'passwordReset'].includes(kind);
    const link = placeholders.find(({ name }) => name === 'link');

    expect(link?.isRequired ?? false).toBe(isRequired);
  });

  test('have a preview without holes', () => {
    const { subject, text } = previewMail(kind, language, standard, sender);

    for (const part of [subject, text])
      expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid Date|\{|Zq/);
    expect(text).toContain('Jane Roe');
  });
});

test.each(mailKinds)('the preview of %s is German if the mail is', (kind) => {
  const { standard } = templateOf(kind, 'de');

  const { subject, text } = previewMail(kind, 'de', standard, sender);

  expect(subject + text).not.toMatch(
    /Collection|Approve|Draft|Record 1|Example|We could|Laboratory|Unit|Shop\b/,
  );
});

const own = {
  subject: '{app}: for {name}',
  text: 'Dear {name},\r\n\r\n{link}\n\n\nIt lasts {duration}: {link}',
};

test('custom texts keep greeting and closing, and place the button', () => {
  const { subject, text, html } = writeMail(mailOf('passwordReset', 'en'), sender, own);
  const url = `${sender.publicUrl}/resetpassword/u1/the-token`;

  expect(subject).toBe(`${sender.title}: for Jane Doe`);
  expect(text).toBe(
    `Hello Jane Doe,\n\nDear Jane Doe,\n\nSet a new password:\n${url}\n\nIt lasts 1 hour: ${url}\n\n` +
      `-- \nSent by ${sender.title}, ${sender.publicUrl}. Please do not reply to this email.\n`,
  );
  expect(html.indexOf('>Set a new password</a>')).toBeLessThan(html.indexOf('It lasts 1 hour'));
});

test('custom texts and their values are plain text, also in HTML', () => {
  const words = { subject: 'A', text: '<b>Bold</b> & {invitedBy}' };
  const mail = mailOf('invitation', 'en', {
    data: { userId: 'u1', invitedBy: '<i>Ann</i> www.example.com' },
  });
  const { html } = writeMail(mail, sender, { ...words, text: `${words.text}\n\n{link}` });

  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &lt;i&gt;Ann&lt;/i&gt; www.\u200bexample');
  expect(html).not.toMatch(/<b>|<i>/);
});

test('unknown values are omitted, with paragraphs that contain nothing else', () => {
  const words = { subject: 'A', text: '{message}\n\n{details}\n\n{link}\n\n{note}' };
  const mail = mailOf('accountChanged', 'en', { data: { what: 'disabled', to: null } } as object);
  const { text } = writeMail(mail, sender, words);

  expect(text.split('\n\n')).toHaveLength(4);
  expect(text).not.toMatch(/\{|\n\n\n/);
});

test.each([
  [{ subject: 'A', text: '{lnk} {link}' }, 'V091', 'text', '{lnk}'],
  [{ subject: '{link}', text: '{link}' }, 'V091', 'subject', '{link}'],
  [{ subject: 'A', text: '{constructor} {link}' }, 'V091', 'text', '{constructor}'],
  [{ subject: 'A', text: '{ link }{link}' }, 'V091', 'text', '{ link }'],
  [{ subject: '{app}', text: 'Without' }, 'V092', 'text', '{link}'],
])('refuses %j', (words, code, path, value) => {
  expect(checkOwnWords('passwordReset', 'en', words)).toMatchObject([
    { code, path, params: { value } },
  ]);
});

test('custom texts that no longer fit are replaced by the standard ones', () => {
  const mail = mailOf('passwordReset', 'de');

  expect(writeMail(mail, sender, { subject: 'A', text: '{former} {link}' })).toEqual(
    writeMail(mail, sender),
  );
});

test('no value of a mail adds a header', async () => {
  const words = { subject: 'For {name}\r\nBcc: other@example.org', text: '{message}' };
  const { raw } = await toMessage(mailOf('stepTaken', 'en'), sender, words);
  expect(writeMail(mailOf('stepTaken', 'en'), sender, words).subject).not.toMatch(/[\r\n]/);
  const [head = ''] = raw.toString().split('\r\n\r\n');

  expect(head).not.toMatch(/^Bcc:/m);
  expect(head).toMatch(/^Subject: .*For Jane Doe Bcc/m);
});
