/** What the locked screen says. */
export const lock = {
  title: 'Screen locked',
  lead: 'What you were doing is still there.',
  password: 'Password',
  missing: 'Enter your password.',
  wrong: 'This is not your password.',
  submit: 'Unlock',
  busy: 'Unlocking …',
  signOut: 'Logout',
};

export type LockTexts = typeof lock;
