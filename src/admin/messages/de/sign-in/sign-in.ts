import type { SignInTexts } from '../../en/sign-in/sign-in.ts';

export const texts = {
  title: 'Anmelden',
  lead: 'Melden Sie sich an, um fortzufahren.',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Anmeldung läuft …',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  capsLock: 'Die Feststelltaste ist aktiv',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  passwordMissing: 'Geben Sie Ihr Passwort ein.',
  wrong: 'E-Mail oder Passwort ist falsch.',
  passkey: 'Mit einem Passkey anmelden',
  forgot: 'Passwort vergessen?',
  register: 'Registrieren',
  ended: {
    ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
    tooMany:
      'Diese Sitzung wurde beendet, weil Sie sich anderswo angemeldet haben. Bitte melden Sie sich erneut an.',
    idle: 'Ihre Sitzung wurde beendet, weil Sie eine Weile nicht aktiv waren. Bitte melden Sie sich erneut an.',
    byAdmin: 'Ein Admin hat Ihre Sitzung beendet. Bitte melden Sie sich erneut an.',
  },
  close: 'Schließen',
  language: 'Sprache',
  theme: 'Darstellung',
  themes: { light: 'Hell', dark: 'Dunkel', system: 'System' },
} satisfies SignInTexts;
