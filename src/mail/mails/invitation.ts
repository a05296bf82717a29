import type { MailWords } from '../letter.ts';
import { toGreetingName } from '../typed-words.ts';
import { howLong } from './how-long.ts';

export const invitation: MailWords<'invitation'> = {
  en: ({ userId, invitedBy }, { title, token, hours }) => ({
    subject: `${title}: you are invited`,
    before: [
      `${toGreetingName(invitedBy) || 'An admin'} has invited you to ${title}. Choose a password to open your account.`,
    ],
    button: { label: 'Choose a password', path: toPasswordPath(userId, token) },
    after: [
      `The link works once and expires in ${howLong.en(hours)}.`,
      'If you did not expect this invitation, you can ignore this mail.',
    ],
  }),
  de: ({ userId, invitedBy }, { title, token, hours }) => ({
    subject: `${title}: Sie sind eingeladen`,
    before: [
      `${toGreetingName(invitedBy) || 'Ein Admin'} hat Sie zu ${title} eingeladen. Wählen Sie ein Passwort, um Ihr Konto zu öffnen.`,
    ],
    button: { label: 'Passwort wählen', path: toPasswordPath(userId, token) },
    after: [
      `Der Link gilt einmal, ${howLong.de(hours)} lang.`,
      'Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.',
    ],
  }),
};

/** The screen where a password is chosen without the old one. */
export function toPasswordPath(userId: string, token: string): string {
  return `/resetpassword/${encodeURIComponent(userId)}/${encodeURIComponent(token)}`;
}
