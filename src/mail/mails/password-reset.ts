import type { MailWords } from '../letter.ts';
import { howLong } from './how-long.ts';
import { toPasswordPath } from './invitation.ts';

export const passwordReset: MailWords<'passwordReset'> = {
  en: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: set a new password`,
    before: [`Someone, probably you, has requested a new password for your account at ${title}.`],
    button: { label: 'Set a new password', path: toPasswordPath(userId, token) },
    after: [
      `The link works once and expires in ${howLong.en(hours)}. Setting a new password signs you out everywhere else.`,
      'If this was not you, you can ignore this mail: your password stays the same.',
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
