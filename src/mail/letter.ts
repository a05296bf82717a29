import type { Language } from '../fields/problems/languages.ts';
import type { MailData, MailKind } from '../store/system/outbox/queue-mail.ts';

/** The content of a mail in one language, before it becomes plain text and HTML. */
export type Letter = {
  subject: string;
  before: readonly Paragraph[];
  /** Names and values, one per line. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The button that leads on, to the path of a screen. */
  button?: { label: string; path: string };
  after?: readonly string[];
};

/** A paragraph, or one below a head. Text that people entered is safe to show, but not trustworthy. */
export type Paragraph = string | News;

/** Something that happened; the head leads to `path`, if there is one. */
export type News = { head: string; text: string; path?: string | undefined };

/** A part of a letter: a paragraph, names and values, or the button. */
export type Block =
  | { text: string }
  | { news: News }
  | { facts: NonNullable<Letter['facts']> }
  | { button: NonNullable<Letter['button']> };

/** What a mail says, in its order. */
export type Content = { subject: string; blocks: readonly Block[] };

/** The parts of a letter in the usual order. */
export function toContent({ subject, before, facts = [], button, after = [] }: Letter): Content {
  return {
    subject,
    blocks: [
      ...before.map(toBlock),
      ...(facts.length > 0 ? [{ facts }] : []),
      ...(button ? [{ button }] : []),
      ...after.map(toBlock),
    ],
  };
}

export function toBlock(paragraph: Paragraph): Block {
  return typeof paragraph === 'string' ? { text: paragraph } : { news: paragraph };
}

/** What every mail of an installation can mention. */
export type Place = {
  /** The title of the app. */
  title: string;
  /** The token of the link; '' if this kind of mail has none. */
  token: string;
  /** How long the link works, in hours. */
  hours: number;
};

/** One kind of mail in every language; a missing language does not compile. */
export type MailWords<Kind extends MailKind> = Record<
  Language,
  (data: MailData[Kind], place: Place) => Letter
>;

/** The frame around the letter, in its language. */
export type Frame = {
  language: string;
  greeting: string;
  closing: string;
  /** The link that ends mails of this kind. */
  leave?: { label: string; url: string };
  url(path: string): string;
};

/** The mail as plain text. */
export function toText({ blocks }: Content, frame: Frame): string {
  const parts = [
    frame.greeting,
    ...blocks.map((block) => toTextBlock(block, frame)),
    `-- \n${frame.closing}`,
    ...(frame.leave ? [`${frame.leave.label}:\n${frame.leave.url}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function toTextBlock(block: Block, frame: Frame): string {
  if ('text' in block) return block.text;
  if ('facts' in block) return factsText(block.facts);
  if ('news' in block) return paragraphText(block.news, frame.url);
  return `${block.button.label}:\n${frame.url(block.button.path)}`;
}

export function paragraphText(paragraph: Paragraph, url: Frame['url']): string {
  if (typeof paragraph === 'string') return paragraph;
  const { head, text, path } = paragraph;
  return [head, text, path === undefined ? '' : url(path)].filter(Boolean).join('\n');
}

/** Names and values, one per line. */
export function factsText(facts: NonNullable<Letter['facts']>): string {
  return facts.map(([name, value]) => `${name}: ${value}`).join('\n');
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.5;color:#1f2933';
const small = 'font-size:13px;line-height:1.5;color:#52606d';

/**
 * The mail as HTML: tables and inline styles, which all mail programs understand. Nothing is loaded from
 * elsewhere, so opening the mail reveals nothing.
 */
export function toHtml({ subject, blocks }: Content, title: string, frame: Frame): string {
  const content = [
    toParagraph(frame.greeting),
    ...blocks.map((block) => toHtmlBlock(block, frame)),
  ];
  return `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#eef1f4;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f4">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="background:#16202c;border-radius:8px 8px 0 0;padding:18px 28px;font-size:17px;font-weight:600;color:#ffffff">${escape(title)}</td></tr>
<tr><td style="background:#ffffff;border-radius:0 0 8px 8px;padding:28px 28px 12px">
${content.join('\n')}
</td></tr>
<tr><td style="padding:16px 28px;${small}">${escape(frame.closing)}${toLeave(frame)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function toLeave({ leave }: Frame): string {
  if (!leave) return '';
  return `<br><a href="${escape(leave.url)}" style="color:#52606d">${escape(leave.label)}</a>`;
}

function toHtmlBlock(block: Block, frame: Frame): string {
  if ('text' in block) return toParagraph(block.text);
  if ('facts' in block) return toFacts(block.facts);
  if ('news' in block) return toNews(block.news, frame);
  return toButton(block.button.label, frame.url(block.button.path));
}

function toParagraph(text: string): string {
  return `<p style="${paragraph}">${toLines(text)}</p>`;
}

function toNews({ head, text, path }: News, { url }: Frame): string {
  const shown = `<strong>${escape(head)}</strong>`;
  const first =
    path === undefined
      ? shown
      : `<a href="${escape(url(path))}" style="color:#1b6f43">${shown}</a>`;
  return `<p style="${paragraph}">${[first, text && toLines(text)].filter(Boolean).join('<br>')}</p>`;
}

function toLines(text: string): string {
  return escape(text).replaceAll('\n', '<br>');
}

function toFacts(facts: NonNullable<Letter['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td valign="top" style="padding:4px 16px 4px 0;${small};white-space:nowrap">${escape(name)}</td><td style="padding:4px 0;font-size:15px;line-height:1.5;color:#1f2933;word-break:break-word">${escape(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('')}</table>`;
}

/** The address is also written out, because some programs show no buttons and some people trust none. */
function toButton(label: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 12px"><tr><td style="background:#1b6f43;border-radius:6px"><a href="${escape(url)}" style="display:inline-block;padding:12px 22px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></td></tr></table>
<p style="margin:0 0 20px;${small};word-break:break-all"><a href="${escape(url)}" style="color:#52606d">${escape(url)}</a></p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
