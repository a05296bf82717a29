import type { ClaimedMail } from '../../src/store/system/outbox/claim-mails.ts';
import type { MailData, MailKind } from '../../src/store/system/outbox/queue-mail.ts';

export const sender = {
  title: 'Chemicals & more',
  publicUrl: 'https://office.example.org',
  from: { address: 'office@example.org', name: 'Chemicals & more' },
};

const at = '2026-03-04T15:06:07.000Z';
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0 Safari/537.36';

/** What each kind is told, and where its links lead. */
export const kinds: {
  [Kind in MailKind]: { data: MailData[Kind]; path?: string; leave?: string };
} = {
  registrationReceived: {
    data: { name: 'Jörg Meier', email: 'jm@example.com', organisation: 'Institute "X" & Co' },
    path: '/admin/overview',
  },
  registrationsReceived: { data: { count: 4 }, path: '/admin/overview' },
  proveEmail: { data: { userId: 'u1' }, path: '/confirmemail/u1/the-token' },
  confirmEntry: {
    data: { resource: 'signups', form: 'Sign-ups' },
    path: '/public/signups/confirm/the-token',
  },
  alreadyRegistered: { data: { status: 'confirmed' }, path: '/forgotPassword' },
  approved: { data: { role: 'staff' }, path: '/login' },
  accountChanged: { data: { what: 'email', to: 'new@example.com' }, path: '/login' },
  rejected: { data: { reason: 'Unbekannt & <unknown>.\nZweite Zeile.' } },
  expired: { data: { days: 30 }, path: '/register' },
  invitation: {
    data: { userId: 'u1', invitedBy: 'Ada Admin' },
    path: '/resetpassword/u1/the-token#welcome',
  },
  passwordReset: { data: { userId: 'u1' }, path: '/resetpassword/u1/the-token' },
  passwordChanged: { data: { at, address: '192.0.2.7' }, path: '/forgotPassword' },
  connectAccount: {
    data: { userId: 'u1', provider: 'Keycloak' },
    path: '/resetpassword/u1/the-token',
  },
  factorsChanged: {
    data: { what: 'factorAdded', name: 'Phone', at, address: '192.0.2.7' },
    path: '/users/myprofile',
  },
  newDevice: { data: { at, address: '192.0.2.7', userAgent }, path: '/users/myprofile' },
  sessionReuse: { data: { at, address: '192.0.2.7', userAgent }, path: '/users/myprofile' },
  signInStopped: { data: { at, address: '192.0.2.7', count: 100 }, path: '/forgotPassword' },
  manyFailedSignIns: {
    data: { at, address: '192.0.2.7', count: 100, name: 'Jörg Meier', email: 'jm@example.com' },
    path: '/admin/audit?action=signInFailed',
  },
  importEnded: {
    data: {
      job: 'job-1',
      file: 'chems of the lab.csv',
      collection: { en: 'Chems', de: 'Chemikalien' },
      ending: 'done',
      counts: { created: 1200, updated: 7, unchanged: 30, failed: 2, warnings: 4 },
    },
    path: '/tools/jobs/job-1',
  },
  importWaiting: {
    data: {
      job: 'job-1',
      file: 'monday <1>.csv',
      recipe: 'Laboratory & more',
      collection: { en: 'Chems', de: 'Chemikalien' },
      ending: 'waiting',
      missing: ['Unit', 'Basin'],
      counts: { failed: 2, warnings: 4 },
    },
    path: '/tools/jobs/job-1',
  },
  webhookStopped: {
    data: { id: 'w1', name: 'Shop <b>', host: 'shop.example.org', reason: 'failing' },
    path: '/admin/webhooks?webhook=w1',
  },
  inboxNews: {
    data: {
      person: 'u1',
      at,
      news: {
        entries: [
          {
            kind: 'mention',
            record: 'c1',
            change: null,
            view: null,
            count: 1,
            atLeast: false,
            name: 'Ada Keller',
            job: null,
            about: 'Chems · Ethanol & more',
            text: 'Please <look>',
            path: '/chems/details/c1?thread=t1',
          },
        ],
        isMore: false,
      },
    },
    path: '/chems/details/c1?thread=t1',
    leave: '/unsubscribe/the-token',
  },
  backupFailed: { data: { at }, path: '/info/overview' },
  stepTaken: {
    data: {
      title: 'Ada Keller · Piano',
      collection: { en: 'Enrolments', de: 'Anmeldungen' },
      step: { en: 'Enrol', de: 'Aufnehmen' },
      from: { en: 'Applied', de: 'Angemeldet' },
      to: { en: 'Enrolled', de: 'Aufgenommen' },
      by: 'Oskar Weiss',
      path: '/enrolments/details/enrolment-2',
    },
    path: '/enrolments/details/enrolment-2',
  },
};

export function mailOf(
  kind: MailKind,
  language: string,
  changes: Partial<ClaimedMail> = {},
): ClaimedMail {
  return {
    id: 'm1',
    kind,
    address: 'jane@example.org',
    name: 'Jane Doe',
    language,
    data: kinds[kind].data,
    token: [
      'confirmEntry',
      'connectAccount',
      'inboxNews',
      'invitation',
      'passwordReset',
      'proveEmail',
    ].includes(kind)
      ? 'the-token'
      : null,
    messageId: 'm1@example.org',
    createdAt: at,
    goodUntil: kind === 'invitation' ? '2026-03-11T15:06:08.000Z' : '2026-03-04T16:06:06.000Z',
    lease: '',
    isLate: false,
    wasDoubtful: false,
    ...changes,
  } as ClaimedMail;
}
