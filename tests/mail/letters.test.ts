import { describe, expect, test } from 'vitest';
import { languages } from '../../src/fields/problems/languages.ts';
import { mails } from '../../src/mail/mails/mails.ts';
import { toMessage, writeMail, type MailText } from '../../src/mail/message.ts';
import type { InboxNews, MailKind } from '../../src/store/system/outbox/queue-mail.ts';
import { kinds, mailOf, sender } from '../support/letters.ts';
import { readMail } from '../support/read-mail.ts';

const all = Object.keys(mails).flatMap((kind) =>
  languages.map((language) => [kind as MailKind, language] as const),
);

describe.each(all)('the mail %s in %s', (kind, language) => {
  const written = writeMail(mailOf(kind, language), sender);
  const { path, leave } = kinds[kind];

  test('has links only to the shown addresses, in plain text and in HTML', () => {
    const links = path ? [sender.publicUrl + path] : [];

    const end = leave ? [sender.publicUrl + leave] : [];
    expect(linksOf(written.text)).toEqual([...links, sender.publicUrl, ...end]);
    expect(hrefsOf(written.html)).toEqual([...links, ...links, ...end]);
  });

  test('has no gaps, and loads nothing', () => {
    const { subject, text, html } = written;

    for (const part of [subject, text, html])
      expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid Date|\$\{/);
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(/);
    expect(html).toContain(`<html lang="${language}">`);
    expect(subject).toMatch(/^Chemicals & more: .{10,}/);
    expect(text.split('\n').length).toBeGreaterThan(5);
  });

  test('says the same in plain text and in HTML', () => {
    const inHtml = toWords(written.html.replace(/[^]*<body[^>]*>/, ''));
    const blocks = written.text.split('\n\n').filter((block) => !/^(-- \n|.*:\nhttps)/.test(block));

    for (const line of blocks.flatMap((block) => block.split('\n')))
      expect(inHtml).toContain(line.replace(/^([^:]{1,15}): /, '$1 '));
  });
});

test.each(Object.keys(mails) as MailKind[])('the mail %s differs between languages', (kind) => {
  const [first, second] = languages.map((language) => writeMail(mailOf(kind, language), sender));

  expect(first?.subject).not.toBe(second?.subject);
  const shared = linesOf(first).filter((line) => linesOf(second).includes(line));
  // Names, addresses, links; no sentence of ours.
  expect(shared.filter((line) => /\w+ \w+ \w+ \w+/.test(line) && !/[@"<]/.test(line))).toEqual([]);
});

test.each(languages)('the mail to a disabled user has no link to sign in (%s)', (language) => {
  const data = { what: 'disabled' } as const;
  const written = writeMail(mailOf('accountChanged', language, { data } as never), sender);

  expect(hrefsOf(written.html)).toEqual([]);
  expect(linksOf(written.text)).toEqual([sender.publicUrl]);
});

test.each([
  ['en', /: 2 webhooks were disabled$/, 'Once you enable them again'],
  ['de', /: 2 Webhooks wurden deaktiviert$/, 'Sobald Sie sie wieder aktivieren'],
])(
  'the mail about several disabled webhooks names each of them (%s)',
  (language, subject, note) => {
    const { data } = kinds.webhookStopped;
    const others = [{ ...data, id: 'w2', name: 'Ledger', host: 'ledger.example.org' }];
    const written = writeMail(
      mailOf('webhookStopped', language, { data: { ...data, others } }),
      sender,
    );

    expect(written.subject).toMatch(subject);
    expect(written.text).toMatch(/shop\.example\.org [^]*Ledger.* ledger\.example\.org /);
    expect(written.text).toContain(note);
    expect(linksOf(written.text)).toContain(`${sender.publicUrl}/admin/webhooks`);
  },
);

test('an unknown language is answered in English', () => {
  expect(writeMail(mailOf('approved', 'fr'), sender)).toEqual(
    writeMail(mailOf('approved', 'en'), sender),
  );
  expect(writeMail(mailOf('approved', 'de-AT'), sender).text).toContain('Guten Tag Jane Doe,');
});

describe('input of strangers', () => {
  const evil = 'Win at https://evil.example/x now www.evil.example <b>&"';

  test('is not a link or markup in a mail to somebody else', () => {
    const data = { name: evil, email: 'x@example.com', organisation: evil };

    const { text, html } = writeMail(mailOf('registrationReceived', 'en', { data }), sender);

    expect(linksOf(text)).toEqual([`${sender.publicUrl}/admin/overview`, sender.publicUrl]);
    expect(text).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;&amp;&quot;');
  });

  test.each([
    ['Not\n\n from here', 'The reason:\nNot\n from here'],
    ['Spam', 'The reason:\nSpam'],
  ])('gives the reason %j line by line', (reason, said) => {
    expect(writeMail(mailOf('rejected', 'en', { data: { reason } }), sender).text).toContain(said);
  });

  test.each([null, ' \n'])('gives no reason if there is none (%j)', (reason) => {
    const { text } = writeMail(mailOf('rejected', 'en', { data: { reason } }), sender);

    expect(text).not.toContain('The reason:');
  });

  test.each([evil, 'a'.repeat(200), '{{7*7}}', 'x\r\nBcc: y@example.com', null, ''])(
    'greets nobody as %j',
    (name) => {
      const { text } = writeMail(mailOf('rejected', 'en', { name }), sender);

      expect(text).toMatch(/^Hello,\n/);
    },
  );

  test.each(['Jane Doe', 'Dr. Müller-Lüdenscheidt', 'Seán O’Brien', '李小龙', 'أحمد'])(
    'greets %s by name',
    (name) => {
      expect(writeMail(mailOf('approved', 'en', { name }), sender).text).toContain(
        `Hello ${name},`,
      );
    },
  );
});

test.each([
  ['passwordReset', 'en', 'expires in 1 hour.'],
  ['passwordReset', 'de', '1 Stunde lang.'],
  ['invitation', 'en', 'expires in 7 days.'],
  ['invitation', 'de', '7 Tage lang.'],
] as const)('the mail %s in %s says how long its link works', (kind, language, words) => {
  expect(writeMail(mailOf(kind, language), sender).text).toContain(words);
});

test('the same mail has the same bytes each time it is sent', async () => {
  const [first, second] = await Promise.all([
    toMessage(mailOf('approved', 'de'), sender),
    toMessage(mailOf('approved', 'de'), sender),
  ]);

  expect(first.raw.equals(second.raw)).toBe(true);
  expect(readMail(first.raw.toString()).headers.get('date')).toBe(
    'Wed, 04 Mar 2026 15:06:07 +0000',
  );
});

test('addresses with letters of any language are written in a form for mail servers', async () => {
  const message = await toMessage(
    mailOf('approved', 'de', { address: 'jane@bücher.example' }),
    sender,
  );

  expect(message.to).toBe('jane@xn--bcher-kva.example');
});

function linksOf(text: string): string[] {
  return (text.match(/https?:\/\/[^\s,]+/g) ?? []).map((link) => link.replace(/\.$/, ''));
}

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
}

function linesOf(written: MailText | undefined): string[] {
  return (written?.text ?? '').split('\n').filter((line) => line.trim() !== '');
}

function toWords(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return markup
    .replaceAll(/<\/?[a-z][^>]*>/g, ' ')
    .replaceAll(/&(\w+|#39);/g, (_, name: string) => entities[name] ?? '?')
    .replaceAll(/\s+/g, ' ');
}

test.each([
  [
    'en',
    ['Ada asks you', 'Someone answered', 'Changed 3 times', '5,000 new records'],
    ['2+ records came into “Mine”', 'Import failed', 'Dry run ended: check it, then import'],
  ],
  [
    'de',
    ['Ada fragt Sie', 'Jemand hat geantwortet', '3-mal geändert', 'Neu: 5.000 Datensätze'],
    ['Neu in „Mine“: 2+ Datensätze', 'Import fehlgeschlagen', 'Probelauf beendet: prüfen,'],
  ],
] as const)(
  'the mail about an inbox says what each entry is, and leads to it (%s)',
  (language, some, others) => {
    const none = { record: null, change: null, view: null, count: 1, name: null, job: null };
    const entry = { ...none, atLeast: false, about: 'Books', text: '', path: '/inbox' };
    const job = { id: 'j1', kind: 'import' } as const;
    const entries: InboxNews['entries'] = [
      { ...entry, kind: 'assigned', name: 'Ada', path: '/books/details/b1' },
      { ...entry, kind: 'answered' },
      { ...entry, kind: 'watched', change: 'changed', record: 'b1', count: 3 },
      { ...entry, kind: 'watched', change: 'created', count: 5_000 },
      { ...entry, kind: 'watched', change: 'entered', view: 'Mine', count: 2, atLeast: true },
      { ...entry, kind: 'job', job: { ...job, state: 'failed' } },
      { ...entry, kind: 'job', job: { ...job, state: 'rehearsed' } },
    ];
    const data = { person: 'u1', at: '', news: { entries, isMore: false } };
    const { text, html } = writeMail(mailOf('inboxNews', language, { data }), sender);

    for (const each of [...some, ...others]) expect(text).toContain(`\n\n${each}`);
    const url = `${sender.publicUrl}/books/details/b1`;
    expect(text).toContain(`${some[0]}\nBooks\n${url}\n`);
    expect(html).toMatch(new RegExp(`href="${url}"[^>]*><strong>${some[0]}<`));
  },
);
