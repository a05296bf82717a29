import type { MailWords } from '../letter.ts';
import { eventFacts } from './facts.ts';

/** To a user: somebody has signed in to their account on a device that was not used for it before. */
export const newDevice: MailWords<'newDevice'> = {
  en: (data, { title }) => ({
    subject: `${title}: sign-in on a new device`,
    before: [`Someone, probably you, has signed in to your account at ${title} on a new device.`],
    facts: eventFacts.en(data),
    button: { label: 'View your sessions', path: '/users/myprofile' },
    after: [
      'If this was you, you can ignore this email. If not, set a new password: this ends all your sessions.',
    ],
  }),
  de: (data, { title }) => ({
    subject: `${title}: Anmeldung auf einem neuen Gerät`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich auf einem neuen Gerät bei Ihrem Konto bei ${title} angemeldet.`,
    ],
    facts: eventFacts.de(data),
    button: { label: 'Ihre Sitzungen ansehen', path: '/users/myprofile' },
    after: [
      'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, setzen Sie ein neues Passwort: Das beendet alle Ihre Sitzungen.',
    ],
  }),
};
