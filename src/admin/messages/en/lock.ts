/** What the locked screen says. */
export const texts = {
  title: 'Screen locked',
  lead: 'Your work is still there.',
  password: 'Password',
  missing: 'Enter your password.',
  wrong: 'This is not your password.',
  submit: 'Unlock',
  busy: 'Unlocking …',
  signOut: 'Logout',
};

export type LockTexts = typeof texts;
