import type { LockTexts } from '../en/lock.ts';

export const texts: LockTexts = {
  title: 'Bildschirm gesperrt',
  lead: 'Woran Sie gearbeitet haben, ist noch da.',
  password: 'Passwort',
  missing: 'Geben Sie Ihr Passwort ein.',
  wrong: 'Das ist nicht Ihr Passwort.',
  submit: 'Entsperren',
  busy: 'Wird entsperrt …',
  signOut: 'Abmelden',
};
