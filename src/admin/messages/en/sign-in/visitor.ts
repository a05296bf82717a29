/** The texts of the visitors' pages, such as registration and new passwords. Titles and messages are from specification §8. */
export const texts = {
  failed: 'Login failed',
  refused: 'Please enter a correct email/password.',
  pendingTitle: 'Waiting for approval',
  pending:
    'An admin has not approved your account yet. You will receive an email once it is approved.',
  disabledTitle: 'Account disabled',
  disabled: 'This account is disabled. Please get in touch with the admin.',
  tooOftenTitle: 'Too many attempts',
  tooOften:
    'Please wait {seconds} second before you try again. |||| Please wait {seconds} seconds before you try again.',
  tooOftenOver: 'You can try again now.',
  stoppedTitle: 'Too many wrong passwords',
  stopped:
    'Too many wrong passwords were entered for this account. Set a new one with “Forgot your password?”, or sign in on a device you have used before.',
  passkeyTitle: 'The passkey was not accepted',
  passkey:
    'It does not belong to an account here, or it took too long. Try again, or sign in with your password.',
  unreachableTitle: 'The server cannot be reached',
  unreachable: 'The server is not responding. Check your connection and try again.',
  brokenTitle: 'Something went wrong',
  broken: 'The server returned an error ({status}). Please try again later.',
  sending: 'Sending…',
  toLogin: 'Back to login',
  emailInvalid: 'Enter an email address, such as name@example.org.',
  passwordHint:
    'At least 8 characters. A few words in a row are easy to remember and hard to guess.',
  passwordProblems: {
    V003: 'Use at most {max} characters.',
    V004: 'Use at least {min} characters.',
    V013: 'Contains characters that cannot be stored.',
    V028: 'Too easy to guess. Choose another one.',
  },
  strength: {
    label: 'Strength',
    levels: ['very weak', 'weak', 'fair', 'good', 'very strong'],
  },
  unknown: {
    title: 'Page not found',
    text: 'There is no page at this address.',
    toSignIn: 'Go to login',
  },
  register: {
    title: 'Register',
    lead: 'All registrations are subject to approval by an admin. You will be notified by email.',
    name: 'Name',
    nameMissing: 'Enter your name.',
    email: 'Email',
    organisation: 'Organisation',
    organisationMissing: 'Enter your organisation.',
    password: 'Password',
    passwordMissing: 'Choose a password.',
    accept: 'I accept the terms of use',
    acceptMissing: 'Please accept the terms of use.',
    submit: 'Register',
    done: 'Registration successful',
    doneText:
      'Please wait for the admin to approve your registration. You will receive an email once your account is approved.',
    failed: 'Registration failed',
    failedText: 'Please get in touch with the admin.',
    thanks: 'Thank you',
    next: 'We have received your registration. Open the link in our email to {email} to confirm your address.',
  },
  terms: {
    title: 'Terms of use',
    points: [
      'An admin approves or rejects your registration. Admins decide what you can see and do, and can end your access.',
      'Your name, email address and organisation are stored. Admins and users of this app can see them.',
      'Your password is stored as a hash that cannot be reversed. Do not share it.',
      'Your changes are recorded with your name and the time; sign-ins are recorded with their network address.',
      'If you want your details corrected or your account removed, get in touch with the admin.',
    ],
  },
  forgot: {
    title: 'Forgot password',
    lead: 'Enter the email address of your account. We will send you a link to choose a new password.',
    email: 'Email',
    submit: 'Send',
    done: 'Reset password email success',
    doneText: 'Please check your email inbox and confirm resetting your password.',
    failed: 'Reset password email failed',
    failedText: 'Please get in touch with the admin.',
  },
  confirmEmail: {
    title: 'Confirm your email address',
    lead: 'Confirm that you registered with this address. An admin then decides on your registration.',
    submit: 'Confirm my address',
    done: 'Address confirmed',
    doneText: 'Thank you. You will receive an email once an admin has decided.',
    failed: 'Confirmation failed',
    failedText:
      'The link is invalid or has expired. An admin may already have decided on your registration. If not, register again.',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    submit: 'Unsubscribe',
    done: 'Unsubscribed',
    kinds: {
      all: {
        lead: 'You will get no more emails about your inbox. The inbox itself stays as it is.',
        doneText: 'You get no more emails about your inbox.',
      },
      one: {
        lead: 'You will get no more emails like the one with this link. The inbox itself stays as it is.',
        doneText: 'You get no more emails of this kind.',
      },
    },
    choose: 'Choose your emails in your profile',
    failed: 'The link does not work',
    failedText:
      'The link is incomplete or no longer valid. Sign in and choose your emails in your profile.',
  },
  reset: {
    title: 'Choose a password',
    lead: 'All devices that are signed in to your account will be signed out.',
    password: 'New password',
    passwordMissing: 'Choose a password.',
    submit: 'Reset password',
    done: 'Reset password success',
    doneText: 'You can login with your new password.',
    failed: 'Reset password failed',
    failedText: 'Token is invalid. Please try again.',
    invalid:
      'This link was used, has expired, or a newer one was sent. Links to set a password work once and for a limited time.',
    again: 'Request a new link',
  },
  /** In place of the texts of `reset`, for people who were invited. */
  welcome: {
    title: 'Welcome',
    lead: 'Choose a password to open your account.',
    password: 'Password',
    submit: 'Open account',
    done: 'Your account is ready',
    doneText: 'You can now sign in with your password.',
    failed: 'Your account was not opened',
  },
};

export type VisitorTexts = typeof texts;
