import type { MailWords } from '../letter.ts';
import { howLong } from './how-long.ts';
import { toPasswordPath } from './password-path.ts';

export const passwordReset: MailWords<'passwordReset'> = {
  en: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: set a new password`,
    before: [`Somebody, probably you, has asked for a new password for your account at ${title}.`],
    button: { label: 'Set a new password', path: toPasswordPath(userId, token) },
    after: [
      `The link works once, within ${howLong.en(hours)}. When you use it you are signed out everywhere else.`,
      'If that was not you, there is nothing you need to do: your password stays as it is.',
    ],
  }),
  de: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: Neues Passwort setzen`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihr Konto bei ${title} angefordert.`,
    ],
    button: { label: 'Neues Passwort setzen', path: toPasswordPath(userId, token) },
    after: [
      `Der Link gilt einmal, ${howLong.de(hours)} lang. Wenn Sie ihn benutzen, werden Sie überall sonst abgemeldet.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
};
