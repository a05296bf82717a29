import type { MailKind } from '../../store/system/outbox/queue-mail.ts';
import type { MailWords } from '../letter.ts';
import {
  accountChanged,
  connectAccount,
  invitation,
  factorsChanged,
  newDevice,
  passwordChanged,
  passwordReset,
  sessionReuse,
  manyFailedSignIns,
  signInStopped,
} from './account-mails.ts';
import {
  alreadyRegistered,
  approved,
  confirmEntry,
  expired,
  proveEmail,
  registrationReceived,
  registrationsReceived,
  rejected,
} from './registration-mails.ts';
import { backupFailed } from './backup-failed.ts';
import { inboxNews } from './inbox-news.ts';
import { importEnded } from './import-ended.ts';
import { importWaiting } from './import-waiting.ts';
import { stepTaken } from './step-taken.ts';
import { webhookStopped } from './webhook-stopped.ts';

/** The words of every kind of mail; a kind without words does not compile. */
export const mails: { [Kind in MailKind]: MailWords<Kind> } = {
  registrationReceived,
  registrationsReceived,
  proveEmail,
  confirmEntry,
  alreadyRegistered,
  approved,
  accountChanged,
  rejected,
  expired,
  invitation,
  passwordReset,
  connectAccount,
  passwordChanged,
  factorsChanged,
  newDevice,
  sessionReuse,
  signInStopped,
  manyFailedSignIns,
  stepTaken,
  inboxNews,
  importEnded,
  importWaiting,
  webhookStopped,
  backupFailed,
};
