import { type Problem, problem } from '../fields/problems/problem.ts';
import type { Language } from '../fields/problems/languages.ts';
import type { MailData, MailKind } from '../store/system/outbox/queue-mail.ts';
import {
  type Block,
  type Content,
  factsText,
  type Letter,
  paragraphText,
  type Place,
  toBlock,
} from './letter.ts';
import { toSafeWords } from './mail-address.ts';
import { durationText } from './mails/facts.ts';
import { writeLetter } from './mails/write-letter.ts';

/** The words of an installation for one kind of mail in one language, with placeholders such as `{link}`. */
export type OwnWords = { subject: string; text: string };

/** What the words of a mail may mention, and the words that hold without own ones. */
export type MailTemplate = {
  placeholders: readonly { name: string; isRequired: boolean }[];
  standard: OwnWords;
};

/**
 * The kinds whose sentences are always the same, so an installation can write all of them. The others
 * depend on what they report: there, `{subject}`, `{message}` and `{note}` stand for our sentences.
 */
const fixed: ReadonlySet<string> = new Set<MailKind>([
  'registrationReceived',
  'registrationsReceived',
  'proveEmail',
  'confirmEntry',
  'approved',
  'expired',
  'invitation',
  'passwordReset',
  'passwordChanged',
  'newDevice',
  'sessionReuse',
  'signInStopped',
  'manyFailedSignIns',
]);

/** What a placeholder says when the mail knows nothing for it. */
const unknown: Readonly<Record<string, Record<Language, string>>> = {
  invitedBy: { en: 'An admin', de: 'Ein Admin' },
};

const TOKEN = 'Zqtokenzq';
const HOURS = 987_653;

/** Stands for every value in the data of a mail: words that all checks of names let through. */
const anyData = new Proxy({}, { get: (_, name) => `Zq${String(name)}zq` });

/** The placeholders of a kind of mail and its standard words, both read from the words themselves. */
export function templateOf(kind: MailKind, language: Language): MailTemplate {
  if (!fixed.has(kind)) return varying;
  const place = { title: 'Zqappzq', token: TOKEN, hours: HOURS };
  const letter = writeLetter(kind, language, anyData as MailData[MailKind], place);
  const { before, facts = [], button, after = [] } = letter;
  const text = [
    ...before.map((each) => paragraphText(each, String)),
    ...(facts.length > 0 ? ['{details}'] : []),
    ...(button ? ['{link}'] : []),
    ...after,
  ].join('\n\n');
  const standard = {
    subject: toPlaceholders(letter.subject, language),
    text: toPlaceholders(text, language),
  };
  const matches = [...`${standard.subject} ${standard.text}`.matchAll(anyPlaceholder)];
  const names = new Set(['app', 'name', ...matches.map(([, name = '']) => name)]);
  const hasToken = button?.path.includes(TOKEN) === true;
  return {
    standard,
    placeholders: [...names].map((name) => ({ name, isRequired: name === 'link' && hasToken })),
  };
}

const varying: MailTemplate = {
  standard: { subject: '{subject}', text: '{message}\n\n{details}\n\n{link}\n\n{note}' },
  placeholders: ['app', 'name', 'subject', 'message', 'details', 'link', 'note'].map((name) => ({
    name,
    isRequired: name === 'message',
  })),
};

function toPlaceholders(text: string, language: Language): string {
  return text
    .replaceAll(durationText[language](HOURS), '{duration}')
    .replaceAll(/Zq(\w+?)zq/g, '{$1}');
}

const anyPlaceholder = /\{([^{}\n]*)\}/g;

/** Checks words of an installation: no unknown placeholder, and none missing that the mail is for. */
export function checkOwnWords(kind: MailKind, language: Language, words: OwnWords): Problem[] {
  const { placeholders } = templateOf(kind, language);
  const choices = placeholders.map(({ name }) => `{${name}}`).join(', ');
  const isKnown = (name: string): boolean => placeholders.some((each) => each.name === name);
  const missing = placeholders.filter(
    ({ name, isRequired }) => isRequired && !words.text.includes(`{${name}}`),
  );
  return [
    ...(['subject', 'text'] as const).flatMap((path) =>
      [...words[path].matchAll(anyPlaceholder)]
        .filter(([, name = '']) => !isKnown(name) || (path === 'subject' && isForText(name)))
        .map(([value]) => problem('V091', path, { value, choices })),
    ),
    ...missing.map(({ name }) => problem('V092', 'text', { value: `{${name}}` })),
  ];
}

/** A subject has no room for these. */
function isForText(name: string): boolean {
  return ['link', 'details', 'message', 'note'].includes(name);
}

type Values = { name: string; language: Language; place: Place; url(path: string): string };

/**
 * A mail in the words of an installation. A placeholder alone in its paragraph becomes what the standard mail has
 * there, such as the button; within a paragraph it becomes text. Empty paragraphs are left out.
 */
export function fillOwnWords(
  { subject, text }: OwnWords,
  letter: Letter,
  data: object,
  values: Values,
): Content {
  const { facts = [], button, before, after = [] } = letter;
  const alone: Readonly<Record<string, readonly Block[]>> = {
    '{message}': before.map(toBlock),
    '{note}': after.map((each) => ({ text: each })),
    '{details}': facts.length > 0 ? [{ facts }] : [],
    '{link}': button ? [{ button }] : [],
  };
  const within: Readonly<Record<string, string>> = {
    app: values.place.title,
    name: values.name,
    duration: durationText[values.language](values.place.hours),
    subject: letter.subject,
    message: before.map((each) => paragraphText(each, values.url)).join('\n'),
    note: after.join('\n'),
    details: factsText(facts),
    link: button ? values.url(button.path) : '',
  };
  const fill = (template: string): string =>
    template.replaceAll(anyPlaceholder, (whole, name: string) =>
      Object.hasOwn(within, name) ? within[name]! : dataText(data, name, values.language, whole),
    );
  const paragraphs = text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/);
  return {
    subject: fill(subject),
    blocks: paragraphs.flatMap((paragraph): readonly Block[] => {
      const standalone = alone[paragraph.trim()];
      if (standalone) return standalone;
      const filled = fill(paragraph).trim();
      return filled === '' ? [] : [{ text: filled }];
    }),
  };
}

/** Text from people is safe to show, but not trustworthy. */
function dataText(data: object, name: string, language: Language, whole: string): string {
  if (!Object.hasOwn(data, name)) return whole;
  const value: unknown = (data as Record<string, unknown>)[name];
  if (typeof value === 'number') return String(value);
  const words = typeof value === 'string' ? toSafeWords(value) : '';
  return words || (unknown[name]?.[language] ?? '');
}
