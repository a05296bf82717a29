import type { MailWords } from '../letter.ts';

/** To whom an address belongs that somebody registered again. The one who did sees nothing of it. */
export const alreadyRegistered: MailWords<'alreadyRegistered'> = {
  en: ({ status }, { title }) => ({
    subject: `${title}: you already have an account`,
    before: [
      `Someone, probably you, has just registered at ${title} with this address. It already has an account, which was not changed.`,
      waits(status)
        ? 'The account is still waiting for approval by an admin. You will receive an email once it is approved.'
        : 'You can sign in with it. If you have forgotten the password, set a new one.',
    ],
    ...(waits(status) ? {} : { button: { label: 'Set a new password', path: '/forgotPassword' } }),
    after: ['If this was not you, you can ignore this mail.'],
  }),
  de: ({ status }, { title }) => ({
    subject: `${title}: Sie haben schon ein Konto`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich eben mit dieser Adresse bei ${title} registriert. Dazu gibt es schon ein Konto; an ihm wurde nichts geändert.`,
      waits(status)
        ? 'Es wartet noch auf die Freigabe durch einen Admin. Sie erhalten eine E-Mail, sobald es freigegeben ist.'
        : 'Sie können sich damit anmelden. Wenn Sie das Passwort nicht mehr wissen, setzen Sie ein neues.',
    ],
    ...(waits(status)
      ? {}
      : { button: { label: 'Neues Passwort setzen', path: '/forgotPassword' } }),
    after: ['Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'],
  }),
};

function waits(status: string): boolean {
  return status === 'pending';
}
