import { REQUEST_DAYS } from '../../store/system/accounts/expire-requests.ts';
import type { MailData } from '../../store/system/outbox/mail-kinds.ts';
import type { Letter, MailWords } from '../letter.ts';
import { toTypedWords } from '../typed-words.ts';

/** To each admin: somebody waits. */
export const registrationReceived: MailWords<'registrationReceived'> = {
  en: (data, { title }) => ({
    subject: `${title}: a registration is waiting for your approval`,
    before: ['Someone has registered and is waiting for approval by an admin.'],
    facts: toFacts(data, ['Name', 'E-mail', 'Organisation']),
    button: { label: 'View waiting registrations', path: '/admin/overview' },
    after: [
      `Registrations that are not approved within ${REQUEST_DAYS} days are deleted, and the person is notified.`,
    ],
  }),
  de: (data, { title }) => ({
    subject: `${title}: Eine Registrierung wartet auf Ihre Freigabe`,
    before: ['Jemand hat sich registriert und wartet auf die Freigabe durch einen Admin.'],
    facts: toFacts(data, ['Name', 'E-Mail', 'Organisation']),
    button: { label: 'Ansehen, wer wartet', path: '/admin/overview' },
    after: [
      `Wer nicht innerhalb von ${REQUEST_DAYS} Tagen freigegeben wird, wird gelöscht und erfährt davon.`,
    ],
  }),
};

/** To each admin: more have registered than are told of one by one. */
export const registrationsReceived: MailWords<'registrationsReceived'> = {
  en: ({ count }, { title }) => ({
    subject: `${title}: ${count} more registrations are waiting for your approval`,
    before: [`${count} more people have registered and are waiting for approval by an admin.`],
    button: { label: 'View waiting registrations', path: '/admin/overview' },
  }),
  de: ({ count }, { title }) => ({
    subject: `${title}: ${count} weitere Registrierungen warten auf Ihre Freigabe`,
    before: [
      `${count} weitere Personen haben sich registriert und warten auf die Freigabe durch einen Admin.`,
    ],
    button: { label: 'Ansehen, wer wartet', path: '/admin/overview' },
  }),
};

function toFacts(
  { name, email, organisation }: MailData['registrationReceived'],
  [aName, anAddress, anOrganisation]: readonly [string, string, string],
): NonNullable<Letter['facts']> {
  return [
    [aName, toTypedWords(name)],
    // It was checked to be an address, and is there to be copied.
    [anAddress, email],
    ...(organisation ? [[anOrganisation, toTypedWords(organisation)] as const] : []),
  ];
}
