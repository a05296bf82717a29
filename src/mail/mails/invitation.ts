import type { MailWords } from '../letter.ts';
import { toGreetingName } from '../typed-words.ts';
import { toPasswordPath } from './password-path.ts';

export const invitation: MailWords<'invitation'> = {
  en: ({ userId, invitedBy }, { title, token }) => ({
    subject: `${title}: you are invited`,
    before: [
      `${toGreetingName(invitedBy) || 'An admin'} has invited you to ${title}. Choose a password to open your account.`,
    ],
    button: { label: 'Choose a password', path: toPasswordPath(userId, token) },
    after: [
      'The link works once, and for 7 days.',
      'If you do not know what this is about, there is nothing you need to do.',
    ],
  }),
  de: ({ userId, invitedBy }, { title, token }) => ({
    subject: `${title}: Sie sind eingeladen`,
    before: [
      `${toGreetingName(invitedBy) || 'Ein Admin'} hat Sie zu ${title} eingeladen. Wählen Sie ein Passwort, um Ihr Konto zu öffnen.`,
    ],
    button: { label: 'Passwort wählen', path: toPasswordPath(userId, token) },
    after: [
      'Der Link gilt einmal und 7 Tage lang.',
      'Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.',
    ],
  }),
};
