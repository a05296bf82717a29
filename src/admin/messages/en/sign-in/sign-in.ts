/** The texts of the sign-in page, kept apart so that the page stays small. */
export const texts = {
  title: 'Login',
  lead: 'Sign in to continue.',
  email: 'Email',
  password: 'Password',
  submit: 'Login',
  busy: 'Signing in…',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on',
  emailMissing: 'Enter your email address.',
  passwordMissing: 'Enter your password.',
  wrong: 'Incorrect email or password.',
  passkey: 'Sign in with a passkey',
  forgot: 'Forgot your password?',
  register: 'Register',
  ended: {
    ended: 'Your session has ended. Please sign in again.',
    tooMany: 'This session ended because you signed in elsewhere. Please sign in again.',
    idle: 'Your session ended because you did not use it for a while. Please sign in again.',
    byAdmin: 'An admin has ended your session. Please sign in again.',
  },
  close: 'Close',
  language: 'Language',
  theme: 'Appearance',
  themes: { light: 'Light', dark: 'Dark', system: 'System' },
};

export type SignInTexts = typeof texts;
