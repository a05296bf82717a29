import { expect, test } from 'vitest';
import { records } from '../../../src/admin/messages/en/app/records.ts';
import { texts as visitor } from '../../../src/admin/messages/en/sign-in/visitor.ts';

const { forgot, register, reset } = visitor;

/** The specification, §8; `tests/admin/shell` and `tests/e2e` see where they are said, and for how long. */
test.each([
  ['Login failed', 'Please enter a correct email/password.', visitor.failed, visitor.refused],
  [
    'Reset password email success',
    'Please check your email inbox and confirm resetting your password.',
    forgot.done,
    forgot.doneText,
  ],
  [
    'Reset password email failed',
    'Please get in touch with the admin.',
    forgot.failed,
    forgot.failedText,
  ],
  ['Reset password success', 'You can login with your new password.', reset.done, reset.doneText],
  ['Reset password failed', 'Token is invalid. Please try again.', reset.failed, reset.failedText],
  [
    'Registration successful',
    'Please wait for the admin to approve your registration. You will receive an email once your account is approved.',
    register.done,
    register.doneText,
  ],
  [
    'Registration failed',
    'Please get in touch with the admin.',
    register.failed,
    register.failedText,
  ],
])('%s: %s', (title, message, saidTitle, said) => {
  expect([saidTitle, said]).toEqual([title, message]);
});

test('summarizes a bulk operation in the wording of the specification', () => {
  const { lead, found, created, failed, duplicates } = records.summary;

  expect([lead, found, created, failed, duplicates]).toEqual([
    'Operation lead to the following results',
    'Entries found',
    'Created',
    'Failed',
    'due to duplicates',
  ]);
});
