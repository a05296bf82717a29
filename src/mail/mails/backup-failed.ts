import type { MailWords } from '../letter.ts';
import { eventFacts } from './facts.ts';

const page = '/info/overview';

/** To each admin: a scheduled backup failed. */
export const backupFailed: MailWords<'backupFailed'> = {
  en: ({ at }, { title }) => ({
    subject: `${title}: the backup failed`,
    before: ['A scheduled backup failed. The log of the server has the reason.'],
    facts: eventFacts.en({ at, address: null }),
    button: { label: 'View the state of the server', path: page },
    after: [
      'The server tries again every ten minutes. You get no further email until a backup succeeds.',
    ],
  }),
  de: ({ at }, { title }) => ({
    subject: `${title}: Die Sicherung ist fehlgeschlagen`,
    before: [
      'Eine geplante Sicherung ist fehlgeschlagen. Den Grund nennt das Protokoll des Servers.',
    ],
    facts: eventFacts.de({ at, address: null }),
    button: { label: 'Zustand des Servers ansehen', path: page },
    after: [
      'Der Server versucht es alle zehn Minuten erneut. Sie bekommen keine weitere E-Mail, bis eine Sicherung gelingt.',
    ],
  }),
};
