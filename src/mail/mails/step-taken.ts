import { textIn } from '../../fields/problems/localized-text.ts';
import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { Letter, MailWords } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

/** To those whom a transition names: who took a record from one state to another. */
export const stepTaken: MailWords<'stepTaken'> = {
  en: (data, { title }) => ({
    subject: `${title}: ${toSafeWords(data.title)} is now ${textIn(data.to, 'en')}`,
    before: [
      data.by === null
        ? 'The state of a record has changed.'
        : `${toSafeWords(data.by)} has changed the state of a record.`,
    ],
    facts: toFacts(data, 'en', ['Record', 'Step', 'Before', 'Now']),
    ...toButton(data, 'Open the record'),
  }),
  de: (data, { title }) => ({
    subject: `${title}: ${toSafeWords(data.title)} ist jetzt ${textIn(data.to, 'de')}`,
    before: [
      data.by === null
        ? 'Der Zustand eines Datensatzes hat sich geändert.'
        : `${toSafeWords(data.by)} hat den Zustand eines Datensatzes geändert.`,
    ],
    facts: toFacts(data, 'de', ['Datensatz', 'Schritt', 'Vorher', 'Jetzt']),
    ...toButton(data, 'Datensatz öffnen'),
  }),
};

function toFacts(
  { title, collection, step, from, to }: MailData['stepTaken'],
  language: string,
  [record, what, before, now]: readonly [string, string, string, string],
): NonNullable<Letter['facts']> {
  return [
    [record, `${textIn(collection, language)}: ${toSafeWords(title)}`],
    [what, textIn(step, language)],
    [before, textIn(from, language)],
    [now, textIn(to, language)],
  ];
}

function toButton({ path }: MailData['stepTaken'], label: string): Pick<Letter, 'button'> {
  return path === null ? {} : { button: { label, path } };
}
