/** The texts of the locked screen. */
export const texts = {
  title: 'Screen locked',
  lead: 'Your work is still here.',
  password: 'Password',
  missing: 'Enter your password.',
  wrong: 'Incorrect password.',
  submit: 'Unlock',
  busy: 'Unlocking…',
  signOut: 'Logout',
};

export type LockTexts = typeof texts;
