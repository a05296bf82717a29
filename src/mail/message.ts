import type { ClaimedMail } from '../store/system/outbox/claim-mails.ts';
import { toContent, toHtml, toText, type Frame } from './letter.ts';
import { toLanguage, type Language } from '../fields/problems/languages.ts';
import { toHeaderWords, toGreetingName, type MailAddress } from './mail-address.ts';
import { writeLetter } from './mails/write-letter.ts';
import { checkOwnWords, fillOwnWords, type OwnWords } from './own-words.ts';

/** A mail ready to send, with its envelope. The same mail always gives the same bytes. */
export type Message = { id: string; from: string; to: string; subject: string; raw: Buffer };

/** The origin of mails: the title of the app, its public address, and the sender. */
export type Sender = { title: string; publicUrl: string; from: MailAddress };

export type MailText = { subject: string; text: string; html: string };

/** Writes a mail in the language of its recipient, in the words of the installation if it has some that fit. */
export function writeMail(
  mail: ClaimedMail,
  { title, publicUrl }: Sender,
  own?: OwnWords,
): MailText {
  const language = toLanguage(mail.language);
  const name = toGreetingName(mail.name);
  const place = { title, token: mail.token ?? '', hours: hoursOf(mail) };
  const letter = writeLetter(mail.kind, language, mail.data, place);
  const frame: Frame = {
    language,
    greeting: frameTexts[language].greeting(name),
    closing: frameTexts[language].closing(title, publicUrl),
    url: (path) => publicUrl + path,
    ...(mail.kind === 'inboxNews' && {
      leave: {
        label: frameTexts[language].leave,
        url: `${publicUrl}/unsubscribe/${place.token}`,
      },
    }),
  };
  // Words that were stored for another version may name what there is no more.
  const fits = own !== undefined && checkOwnWords(mail.kind, language, own).length === 0;
  const values = { name, language, place, url: frame.url };
  const content = fits ? fillOwnWords(own, letter, mail.data, values) : toContent(letter);
  return {
    subject: toHeaderWords(content.subject),
    text: toText(content, frame),
    html: toHtml(content, title, frame),
  };
}

export async function toMessage(
  mail: ClaimedMail,
  sender: Sender,
  own?: OwnWords,
): Promise<Message> {
  const { subject, text, html } = writeMail(mail, sender, own);
  // Loaded with the first mail, so that a server starts sooner.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const node = new MailComposer({
    from: sender.from,
    to: { address: mail.address, name: toHeaderWords(mail.name ?? '') },
    subject,
    text,
    html,
    messageId: `<${mail.messageId}>`,
    // The time of the mail, not of the attempt, so that copies of it are identical.
    date: new Date(mail.createdAt),
    baseBoundary: mail.id,
    // Prevents automatic replies, such as absence notices (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...leaveHeaders(mail, sender),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  }).compile();
  // With domains in the form that mail servers know (Punycode).
  const { from, to } = node.getEnvelope();
  const [recipient, ...others] = to;
  if (!from || !recipient || others.length > 0)
    throw new Error('The email does not have exactly one sender and one recipient');
  return { id: mail.id, from, to: recipient, subject, raw: await node.build() };
}

/** So that mail programs have a button that ends these mails (RFC 8058). */
function leaveHeaders({ kind, token }: ClaimedMail, { publicUrl }: Sender): Record<string, string> {
  if (kind !== 'inboxNews') return {};
  return {
    'List-Unsubscribe': `<${publicUrl}/api/inbox/${token}/unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Rounded, because the two times come from the clocks of two machines. */
function hoursOf({ createdAt, goodUntil }: ClaimedMail): number {
  if (goodUntil === null) return 0;
  return Math.max(1, Math.round((Date.parse(goodUntil) - Date.parse(createdAt)) / 3_600_000));
}

type FrameWords = {
  greeting(name: string): string;
  closing(title: string, url: string): string;
  leave: string;
};

/** The greeting and closing of every mail. */
export const frameTexts: Record<Language, FrameWords> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    closing: (title, url) => `Sent by ${title}, ${url}. Please do not reply to this email.`,
    leave: 'Unsubscribe from these emails',
  },
  de: {
    greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
    closing: (title, url) =>
      `Gesendet von ${title}, ${url}. Antworten auf diese E-Mail werden nicht gelesen.`,
    leave: 'Diese E-Mails abbestellen',
  },
};
