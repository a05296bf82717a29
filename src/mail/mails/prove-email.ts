import type { MailWords } from '../letter.ts';
import { howLong } from './how-long.ts';

/** To who has registered: the address is theirs when they can read this. */
export const proveEmail: MailWords<'proveEmail'> = {
  en: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: confirm your email address`,
    before: [
      `Someone, probably you, has registered at ${title} with this address. Confirm that it is yours. An admin will then decide on your registration.`,
    ],
    button: { label: 'Confirm my address', path: toProofPath(userId, token) },
    after: [
      `The link expires in ${howLong.en(hours)}.`,
      'If this was not you, you can ignore this mail.',
    ],
  }),
  de: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: Bestätigen Sie Ihre E-Mail-Adresse`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich mit dieser Adresse bei ${title} registriert. Bestätigen Sie, dass sie Ihnen gehört; dann entscheidet ein Admin über Ihre Registrierung.`,
    ],
    button: { label: 'Meine Adresse bestätigen', path: toProofPath(userId, token) },
    after: [
      `Der Link gilt ${howLong.de(hours)} lang.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    ],
  }),
};

function toProofPath(userId: string, token: string): string {
  return `/confirmemail/${encodeURIComponent(userId)}/${encodeURIComponent(token)}`;
}
