import type { MailWords } from '../letter.ts';
import { whenAndWhere } from './when-and-where.ts';

/** A refresh token came back that should not exist any more. */
export const sessionReuse: MailWords<'sessionReuse'> = {
  en: (data, { title }) => ({
    subject: `${title}: one of your sessions was ended`,
    before: [
      `Someone used an old copy of one of your sessions at ${title}. It may have been stolen, so we ended the session on all devices that used it.`,
    ],
    facts: whenAndWhere.en(data),
    button: { label: 'View your sessions', path: '/users/myprofile' },
    after: ['If this was not you, set a new password: this ends all your sessions.'],
  }),
  de: (data, { title }) => ({
    subject: `${title}: Eine Ihrer Sitzungen wurde beendet`,
    before: [
      `Jemand hat eine alte Kopie einer Ihrer Sitzungen bei ${title} benutzt. Sie könnte gestohlen sein, darum wurde die Sitzung auf allen Geräten beendet, die sie hatten.`,
    ],
    facts: whenAndWhere.de(data),
    button: { label: 'Ihre Sitzungen ansehen', path: '/users/myprofile' },
    after: [
      'Wenn Sie das nicht selbst waren, setzen Sie ein neues Passwort: Das beendet alle Sitzungen.',
    ],
  }),
};
