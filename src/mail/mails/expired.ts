import type { MailWords } from '../letter.ts';

/** The registration was not approved in time, and is gone. */
export const expired: MailWords<'expired'> = {
  en: ({ days }, { title }) => ({
    subject: `${title}: your registration has expired`,
    before: [
      `Your registration at ${title} was not approved within ${days} days. What you entered was deleted.`,
      'You can register again at any time.',
    ],
    button: { label: 'Register again', path: '/register' },
  }),
  de: ({ days }, { title }) => ({
    subject: `${title}: Ihre Registrierung ist abgelaufen`,
    before: [
      `Ihre Registrierung bei ${title} wurde nicht innerhalb von ${days} Tagen freigegeben. Ihre Angaben wurden gelöscht.`,
      'Sie können sich jederzeit neu registrieren.',
    ],
    button: { label: 'Neu registrieren', path: '/register' },
  }),
};
