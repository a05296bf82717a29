import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { MailWords, Place } from '../letter.ts';
import { durationText } from './facts.ts';

/** To the address in an entry of a public form: the link stores the entry. */
export const confirmEntry: MailWords<'confirmEntry'> = {
  en: (data, place) => ({
    subject: `${place.title}: confirm your entry`,
    before: [
      `Someone, probably you, has filled in the form “${data.form}” at ${place.title} with this address. The entry counts once you confirm it.`,
    ],
    button: { label: 'Confirm my entry', path: toPath(data, place) },
    after: [
      `The link works once and expires in ${durationText.en(place.hours)}.`,
      'If this was not you, you can ignore this email. The entry is then deleted.',
    ],
  }),
  de: (data, place) => ({
    subject: `${place.title}: Bestätigen Sie Ihre Angaben`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat bei ${place.title} das Formular „${data.form}“ mit dieser Adresse ausgefüllt. Die Angaben gelten, sobald Sie sie bestätigen.`,
    ],
    button: { label: 'Meine Angaben bestätigen', path: toPath(data, place) },
    after: [
      `Der Link gilt einmal und ${durationText.de(place.hours)} lang.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Die Angaben werden dann gelöscht.',
    ],
  }),
};

function toPath({ resource }: MailData['confirmEntry'], { token }: Place): string {
  return `/public/${encodeURIComponent(resource)}/confirm/${encodeURIComponent(token)}`;
}
