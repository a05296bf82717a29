import type { MailWords } from '../letter.ts';
import { whenAndWhere } from './when-and-where.ts';

export const passwordChanged: MailWords<'passwordChanged'> = {
  en: (data, { title }) => ({
    subject: `${title}: your password was changed`,
    before: [
      `The password of your account at ${title} was changed. If this was you, you can ignore this mail.`,
    ],
    facts: whenAndWhere.en(data),
    button: { label: 'This was not me: set a new password', path: '/forgotPassword' },
  }),
  de: (data, { title }) => ({
    subject: `${title}: Ihr Passwort wurde geändert`,
    before: [
      `Das Passwort Ihres Kontos bei ${title} wurde geändert. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
    ],
    facts: whenAndWhere.de(data),
    button: { label: 'Ich war es nicht: neues Passwort setzen', path: '/forgotPassword' },
  }),
};
