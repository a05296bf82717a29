import type { MailData } from '../../store/system/outbox/mail-kinds.ts';
import type { MailWords } from '../letter.ts';

type Change = MailData['accountChanged'];

/** To a user: an admin has changed who they are here, or what they may. */
export const accountChanged: MailWords<'accountChanged'> = {
  en: (change, { title }) => ({
    subject: `${title}: your account was changed`,
    before: [english(change, title)],
    ...(change.what === 'disabled' ? {} : { button: { label: `Open ${title}`, path: '/login' } }),
    after: ['If you did not expect this, ask an admin.'],
  }),
  de: (change, { title }) => ({
    subject: `${title}: Ihr Konto wurde geändert`,
    before: [german(change, title)],
    ...(change.what === 'disabled' ? {} : { button: { label: `${title} öffnen`, path: '/login' } }),
    after: ['Wenn Sie das nicht erwartet haben, fragen Sie einen Admin.'],
  }),
};

function english({ what, to }: Change, title: string): string {
  if (what === 'email')
    return `The email address of your account at ${title} is now ${to}. Use it to sign in.`;
  if (what === 'role') return `Your role at ${title} is now ${to}.`;
  if (what === 'enabled') return `Your account at ${title} was enabled again. You can sign in.`;
  return `Your account at ${title} was disabled. You can no longer sign in, and all your sessions have ended.`;
}

function german({ what, to }: Change, title: string): string {
  if (what === 'email')
    return `Ihr Konto bei ${title} hat jetzt eine andere E-Mail-Adresse: ${to}. Damit melden Sie sich an.`;
  if (what === 'role') return `Ihre Rolle bei ${title} ist jetzt ${to}.`;
  if (what === 'enabled')
    return `Ihr Konto bei ${title} wurde wieder freigegeben. Sie können sich anmelden.`;
  return `Ihr Konto bei ${title} wurde gesperrt. Sie können sich nicht mehr anmelden, und alle Ihre Sitzungen sind beendet.`;
}
