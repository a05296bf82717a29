import { REQUEST_DAYS } from '../../store/system/accounts/registrations.ts';
import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { Letter, MailWords, Place } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';
import { durationText } from './facts.ts';

/** To each admin: a registration waits. */
export const registrationReceived: MailWords<'registrationReceived'> = {
  en: (data, { title }) => ({
    subject: `${title}: a registration is waiting for your approval`,
    before: ['Someone has registered and is waiting for approval by an admin.'],
    facts: toFacts(data, ['Name', 'Email', 'Organisation']),
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

/** To each admin: the number of further registrations that were not reported one by one. */
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
    [aName, toSafeWords(name)],
    // A checked address, which people may want to copy.
    [anAddress, email],
    ...(organisation ? [[anOrganisation, toSafeWords(organisation)] as const] : []),
  ];
}

/** To a person who registered: only the owner of the address can read this. */
export const proveEmail: MailWords<'proveEmail'> = {
  en: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: confirm your email address`,
    before: [
      `Someone, probably you, has registered at ${title} with this address. Confirm that it is yours. An admin will then decide on your registration.`,
    ],
    button: { label: 'Confirm my address', path: toProofPath(userId, token) },
    after: [
      `The link expires in ${durationText.en(hours)}.`,
      'If this was not you, you can ignore this email.',
    ],
  }),
  de: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: Bestätigen Sie Ihre E-Mail-Adresse`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich mit dieser Adresse bei ${title} registriert. Bestätigen Sie, dass sie Ihnen gehört; dann entscheidet ein Admin über Ihre Registrierung.`,
    ],
    button: { label: 'Meine Adresse bestätigen', path: toProofPath(userId, token) },
    after: [
      `Der Link gilt ${durationText.de(hours)} lang.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    ],
  }),
};

function toProofPath(userId: string, token: string): string {
  return `/confirmemail/${encodeURIComponent(userId)}/${encodeURIComponent(token)}`;
}

/** To the address in an entry of a public form: the link stores the entry. */
export const confirmEntry: MailWords<'confirmEntry'> = {
  en: (data, place) => ({
    subject: `${place.title}: confirm your entry`,
    before: [
      `Someone, probably you, has filled in the form “${data.form}” at ${place.title} with this address. The entry counts once you confirm it.`,
    ],
    button: { label: 'Confirm my entry', path: toEntryPath(data, place) },
    after: [
      `The link works once and expires in ${durationText.en(place.hours)}.`,
      'If this was not you, you can ignore this email. The entry is then deleted.',
    ],
  }),
  de: (data, place) => ({
    subject: `${place.title}: Bestätigen Sie Ihre Angaben`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat bei ${place.title} das Formular „${data.form}“ mit dieser Adresse ausgefüllt. Die Angaben gelten, sobald Sie sie bestätigen.`,
    ],
    button: { label: 'Meine Angaben bestätigen', path: toEntryPath(data, place) },
    after: [
      `Der Link gilt einmal und ${durationText.de(place.hours)} lang.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Die Angaben werden dann gelöscht.',
    ],
  }),
};

function toEntryPath({ resource }: MailData['confirmEntry'], { token }: Place): string {
  return `/public/${encodeURIComponent(resource)}/confirm/${encodeURIComponent(token)}`;
}

/** To the owner of an address that was registered again. The person who registered does not learn that. */
export const alreadyRegistered: MailWords<'alreadyRegistered'> = {
  en: ({ status }, { title }) => ({
    subject: `${title}: you already have an account`,
    before: [
      `Someone, probably you, has just registered at ${title} with this address. An account with this address already exists and was not changed.`,
      waits(status)
        ? 'The account is still waiting for approval by an admin. You will receive an email once it is approved.'
        : 'You can sign in to this account. If you have forgotten the password, set a new one.',
    ],
    ...(waits(status) ? {} : { button: { label: 'Set a new password', path: '/forgotPassword' } }),
    after: ['If this was not you, you can ignore this email.'],
  }),
  de: ({ status }, { title }) => ({
    subject: `${title}: Sie haben schon ein Konto`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich eben mit dieser Adresse bei ${title} registriert. Dazu gibt es schon ein Konto; an ihm wurde nichts geändert.`,
      waits(status)
        ? 'Es wartet noch auf die Freigabe durch einen Admin. Sie erhalten eine E-Mail, sobald es freigegeben ist.'
        : 'Sie können sich damit anmelden. Wenn Sie das Passwort nicht mehr wissen, setzen Sie ein neues.',
    ],
    ...(waits(status)
      ? {}
      : { button: { label: 'Neues Passwort setzen', path: '/forgotPassword' } }),
    after: ['Wenn Sie das nicht waren, brauchen Sie nichts zu tun.'],
  }),
};

function waits(status: string): boolean {
  return status === 'pending';
}

export const approved: MailWords<'approved'> = {
  en: (_, { title }) => ({
    subject: `${title}: your account is approved`,
    before: [
      `An admin has approved your registration at ${title}. You can sign in with your email address and the password you chose.`,
    ],
    button: { label: 'Sign in', path: '/login' },
  }),
  de: (_, { title }) => ({
    subject: `${title}: Ihr Konto ist freigegeben`,
    before: [
      `Ein Admin hat Ihre Registrierung bei ${title} freigegeben. Sie können sich mit Ihrer E-Mail-Adresse und dem Passwort anmelden, das Sie gewählt haben.`,
    ],
    button: { label: 'Anmelden', path: '/login' },
  }),
};

export const rejected: MailWords<'rejected'> = {
  en: ({ reason }, { title }) => ({
    subject: `${title}: your registration was not approved`,
    before: [
      `An admin has decided not to approve your registration at ${title}. We have deleted the data you entered.`,
      ...toReason('The reason:', reason),
    ],
  }),
  de: ({ reason }, { title }) => ({
    subject: `${title}: Ihre Registrierung wurde nicht freigegeben`,
    before: [
      `Ein Admin hat entschieden, Ihre Registrierung bei ${title} nicht freizugeben. Ihre Angaben wurden gelöscht.`,
      ...toReason('Der Grund:', reason),
    ],
  }),
};

/** The text of the admin, line by line. */
function toReason(label: string, reason: string | null): string[] {
  const lines = (reason ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? [] : [[label, ...lines].join('\n')];
}

/** To a person whose registration was not approved in time and was deleted. */
export const expired: MailWords<'expired'> = {
  en: ({ days }, { title }) => ({
    subject: `${title}: your registration has expired`,
    before: [
      `Your registration at ${title} was not approved within ${days} days. We have deleted the data you entered.`,
      'You can register again at any time.',
    ],
    button: { label: 'Register again', path: '/register' },
  }),
  de: ({ days }, { title }) => ({
    subject: `${title}: Ihre Registrierung ist abgelaufen`,
    before: [
      `Ihre Registrierung bei ${title} wurde nicht innerhalb von ${days} Tagen freigegeben. Ihre Angaben wurden gelöscht.`,
      'Sie können sich jederzeit neu registrieren.',
    ],
    button: { label: 'Neu registrieren', path: '/register' },
  }),
};
