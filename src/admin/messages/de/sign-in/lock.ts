import type { LockTexts } from '../../en/sign-in/lock.ts';

export const texts: LockTexts = {
  title: 'Bildschirm gesperrt',
  lead: 'Ihre Arbeit ist noch da.',
  password: 'Passwort',
  missing: 'Geben Sie Ihr Passwort ein.',
  wrong: 'Falsches Passwort.',
  submit: 'Entsperren',
  busy: 'Wird entsperrt …',
  signOut: 'Abmelden',
};
