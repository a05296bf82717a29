import type { Language } from '../fields/problems/languages.ts';
import type { ClaimedMail } from '../store/system/outbox/claim-mails.ts';
import type { MailKind } from '../store/system/outbox/queue-mail.ts';
import { type MailText, type Sender, writeMail } from './message.ts';
import type { OwnWords } from './own-words.ts';

const at = '2026-03-04T15:06:00.000Z';

/** Values that kinds of mail report; each kind takes what it knows. */
const sample = {
  at,
  address: '192.0.2.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  name: 'Jane Roe',
  email: 'jane@example.org',
  organisation: 'Example Institute',
  count: 7,
  days: 30,
  userId: 'sample',
  status: 'confirmed',
  role: 'viewer',
  reason: 'We could not verify who you are.',
  invitedBy: 'Ada Admin',
  title: 'Record 1',
  collection: 'Collection',
  step: 'Approve',
  from: 'Draft',
  by: 'Ada Admin',
  path: '/dashboard',
  provider: 'Example Institute',
};

const own: Partial<Record<MailKind, object>> = {
  accountChanged: { what: 'email', to: 'jane@example.org' },
  factorsChanged: { what: 'factorAdded' },
  stepTaken: { to: 'Approved' },
  importEnded: {
    job: 'sample',
    file: 'chems.csv',
    ending: 'done',
    counts: { created: 120, updated: 7, unchanged: 30, failed: 2, warnings: 4 },
  },
  importWaiting: {
    job: 'sample',
    file: 'chems.csv',
    recipe: 'Laboratory',
    ending: 'waiting',
    missing: ['Unit'],
    counts: { failed: 2, warnings: 4 },
  },
  webhookStopped: { id: 'sample', name: 'Shop', host: 'shop.example.org', reason: 'failing' },
};

/** A mail as its receiver would read it, with sample values. */
export function previewMail(
  kind: MailKind,
  language: Language,
  words: OwnWords,
  sender: Pick<Sender, 'title' | 'publicUrl'>,
): MailText {
  const mail = {
    id: 'sample',
    kind,
    address: sample.email,
    name: sample.name,
    language,
    data: { ...sample, ...own[kind] },
    token: 'sample',
    messageId: 'sample',
    createdAt: at,
    goodUntil: '2026-03-11T15:06:00.000Z',
    lease: '',
    isLate: false,
    wasDoubtful: false,
  } as ClaimedMail;
  return writeMail(mail, { ...sender, from: { address: sample.email, name: '' } }, words);
}
