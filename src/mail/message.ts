import type { ClaimedMail } from '../store/system/outbox/claim-mails.ts';
import { toHtml, toText, type Frame, type Letter, type MailWords } from './letter.ts';
import { toLanguage, type Language } from '../fields/languages.ts';
import { toHeaderWords, toGreetingName, type MailAddress } from './mail-address.ts';
import { mails } from './mails/mails.ts';

/** A mail ready to send, with its envelope. The same mail always gives the same bytes. */
export type Message = { id: string; from: string; to: string; subject: string; raw: Buffer };

/** The origin of mails: the title of the app, its public address, and the sender. */
export type Sender = { title: string; publicUrl: string; from: MailAddress };

export type MailText = { subject: string; text: string; html: string };

/** Writes a mail in the language of its recipient. */
export function writeMail(mail: ClaimedMail, { title, publicUrl }: Sender): MailText {
  const language = toLanguage(mail.language);
  // The kind and its data belong together, which TypeScript does not see through the index.
  const words = mails[mail.kind] as MailWords<typeof mail.kind>;
  const letter: Letter = words[language](mail.data, {
    title,
    token: mail.token ?? '',
    hours: hoursOf(mail),
  });
  const frame: Frame = {
    language,
    greeting: frameTexts[language].greeting(toGreetingName(mail.name)),
    closing: frameTexts[language].closing(title, publicUrl),
    url: (path) => publicUrl + path,
  };
  return {
    subject: toHeaderWords(letter.subject),
    text: toText(letter, frame),
    html: toHtml(letter, title, frame),
  };
}

export async function toMessage(mail: ClaimedMail, sender: Sender): Promise<Message> {
  const { subject, text, html } = writeMail(mail, sender);
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
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
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

/** Rounded, because the two times come from the clocks of two machines. */
function hoursOf({ createdAt, goodUntil }: ClaimedMail): number {
  if (goodUntil === null) return 0;
  return Math.max(1, Math.round((Date.parse(goodUntil) - Date.parse(createdAt)) / 3_600_000));
}

type FrameWords = { greeting(name: string): string; closing(title: string, url: string): string };

/** The greeting and closing of every mail. */
export const frameTexts: Record<Language, FrameWords> = {
  en: {
    greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
    closing: (title, url) => `Sent by ${title}, ${url}. Please do not reply to this email.`,
  },
  de: {
    greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
    closing: (title, url) =>
      `Gesendet von ${title}, ${url}. Antworten auf diese Mail werden nicht gelesen.`,
  },
};
