import type { MailKind } from '../../store/system/outbox/mail-kinds.ts';
import type { MailWords } from '../letter.ts';
import { accountChanged } from './account-changed.ts';
import { alreadyRegistered } from './already-registered.ts';
import { approved } from './approved.ts';
import { expired } from './expired.ts';
import { invitation } from './invitation.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { proveEmail } from './prove-email.ts';
import { registrationReceived, registrationsReceived } from './registration-received.ts';
import { rejected } from './rejected.ts';
import { sessionReuse } from './session-reuse.ts';
import { manyFailedSignIns, signInStopped } from './sign-in-stopped.ts';

/** The words of every kind of mail; a kind without words does not compile. */
export const mails: { [Kind in MailKind]: MailWords<Kind> } = {
  registrationReceived,
  registrationsReceived,
  proveEmail,
  alreadyRegistered,
  approved,
  accountChanged,
  rejected,
  expired,
  invitation,
  passwordReset,
  passwordChanged,
  sessionReuse,
  signInStopped,
  manyFailedSignIns,
};
