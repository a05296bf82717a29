import type { MailWords } from '../letter.ts';

export const approved: MailWords<'approved'> = {
  en: (_, { title }) => ({
    subject: `${title}: your account is approved`,
    before: [
      `An admin has approved your registration at ${title}. You can sign in with your email address and the password you chose.`,
    ],
    button: { label: 'Sign in', path: '/login' },
  }),
  de: (_, { title }) => ({
    subject: `${title}: Ihr Konto ist freigegeben`,
    before: [
      `Ein Admin hat Ihre Registrierung bei ${title} freigegeben. Sie können sich mit Ihrer E-Mail-Adresse und dem Passwort anmelden, das Sie gewählt haben.`,
    ],
    button: { label: 'Anmelden', path: '/login' },
  }),
};
