import type { Language } from '../../fields/problems/languages.ts';
import type { MailData, MailKind } from '../../store/system/outbox/queue-mail.ts';
import type { Letter, MailWords, Place } from '../letter.ts';
import { mails } from './mails.ts';

/** The standard letter of a kind in a language. */
export function writeLetter<Kind extends MailKind>(
  kind: Kind,
  language: Language,
  data: MailData[Kind],
  place: Place,
): Letter {
  // The kind and its data belong together, which TypeScript does not see through the index.
  const words = mails[kind] as MailWords<Kind>;
  return words[language](data, place);
}

/** All kinds of mail, in the order of their words. */
export const mailKinds = Object.keys(mails) as MailKind[];
