import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { MailWords } from '../letter.ts';
import { toGreetingName, toSafeWords } from '../mail-address.ts';
import { durationText, eventFacts } from './facts.ts';

type Change = MailData['accountChanged'];

/** To a user: an admin has changed their account or role. */
export const accountChanged: MailWords<'accountChanged'> = {
  en: (change, { title }) => ({
    subject: `${title}: your account was changed`,
    before: [english(change, title)],
    ...(change.what === 'disabled' ? {} : { button: { label: `Open ${title}`, path: '/login' } }),
    after: ['If you did not expect this, ask an admin.'],
  }),
  de: (change, { title }) => ({
    subject: `${title}: Ihr Konto wurde geändert`,
    before: [german(change, title)],
    ...(change.what === 'disabled' ? {} : { button: { label: `${title} öffnen`, path: '/login' } }),
    after: ['Wenn Sie das nicht erwartet haben, fragen Sie einen Admin.'],
  }),
};

function english({ what, to }: Change, title: string): string {
  if (what === 'email')
    return `The email address of your account at ${title} is now ${to}. Use it to sign in.`;
  if (what === 'role') return `Your role at ${title} is now ${to}.`;
  if (what === 'enabled') return `Your account at ${title} was enabled again. You can sign in.`;
  return `Your account at ${title} was disabled. You can no longer sign in, and all your sessions have ended.`;
}

function german({ what, to }: Change, title: string): string {
  if (what === 'email')
    return `Ihr Konto bei ${title} hat jetzt eine andere E-Mail-Adresse: ${to}. Damit melden Sie sich an.`;
  if (what === 'role') return `Ihre Rolle bei ${title} ist jetzt ${to}.`;
  if (what === 'enabled')
    return `Ihr Konto bei ${title} wurde entsperrt. Sie können sich wieder anmelden.`;
  return `Ihr Konto bei ${title} wurde gesperrt. Sie können sich nicht mehr anmelden, und alle Ihre Sitzungen sind beendet.`;
}

export const invitation: MailWords<'invitation'> = {
  en: ({ userId, invitedBy }, { title, token, hours }) => ({
    subject: `${title}: you are invited`,
    before: [
      `${toGreetingName(invitedBy) || 'An admin'} has invited you to ${title}. Choose a password to open your account.`,
    ],
    button: { label: 'Choose a password', path: `${toPasswordPath(userId, token)}#welcome` },
    after: [
      `The link works once and expires in ${durationText.en(hours)}.`,
      'If you did not expect this invitation, you can ignore this email.',
    ],
  }),
  de: ({ userId, invitedBy }, { title, token, hours }) => ({
    subject: `${title}: Sie sind eingeladen`,
    before: [
      `${toGreetingName(invitedBy) || 'Ein Admin'} hat Sie zu ${title} eingeladen. Wählen Sie ein Passwort, um Ihr Konto zu aktivieren.`,
    ],
    button: { label: 'Passwort wählen', path: `${toPasswordPath(userId, token)}#welcome` },
    after: [
      `Der Link gilt einmal, ${durationText.de(hours)} lang.`,
      'Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.',
    ],
  }),
};

/** The screen to choose a password without the old one; with `#welcome` for people who have had none. */
function toPasswordPath(userId: string, token: string): string {
  return `/resetpassword/${encodeURIComponent(userId)}/${encodeURIComponent(token)}`;
}

export const passwordReset: MailWords<'passwordReset'> = {
  en: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: set a new password`,
    before: [`Someone, probably you, has requested a new password for your account at ${title}.`],
    button: { label: 'Set a new password', path: toPasswordPath(userId, token) },
    after: [
      `The link works once and expires in ${durationText.en(hours)}. Setting a new password signs you out everywhere else.`,
      'If this was not you, you can ignore this email. Your password stays the same.',
    ],
  }),
  de: ({ userId }, { title, token, hours }) => ({
    subject: `${title}: Neues Passwort setzen`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat ein neues Passwort für Ihr Konto bei ${title} angefordert.`,
    ],
    button: { label: 'Neues Passwort setzen', path: toPasswordPath(userId, token) },
    after: [
      `Der Link gilt einmal, ${durationText.de(hours)} lang. Wenn Sie ihn verwenden, werden Sie überall sonst abgemeldet.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
};

export const passwordChanged: MailWords<'passwordChanged'> = {
  en: (data, { title }) => ({
    subject: `${title}: your password was changed`,
    before: [
      `The password of your account at ${title} was changed. If this was you, you can ignore this email.`,
    ],
    facts: eventFacts.en(data),
    button: { label: 'This was not me: set a new password', path: '/forgotPassword' },
  }),
  de: (data, { title }) => ({
    subject: `${title}: Ihr Passwort wurde geändert`,
    before: [
      `Das Passwort Ihres Kontos bei ${title} wurde geändert. Wenn Sie das waren, brauchen Sie nichts zu tun.`,
    ],
    facts: eventFacts.de(data),
    button: { label: 'Ich war es nicht: neues Passwort setzen', path: '/forgotPassword' },
  }),
};

/** To a user: what they sign in with besides the password has changed. */
/** To the owner of an address with which somebody has signed in at a provider. */
export const connectAccount: MailWords<'connectAccount'> = {
  en: ({ userId, provider }, { title, token, hours }) => ({
    subject: `${title}: connect your account with ${toSafeWords(provider)}`,
    before: [
      `Someone, probably you, has signed in with ${toSafeWords(provider)} and this address. To use it for your account at ${title}, connect the two.`,
    ],
    button: { label: 'Connect', path: toPasswordPath(userId, token) },
    after: [
      `The link works once and expires in ${durationText.en(hours)}.`,
      'If this was not you, you can ignore this email. Nothing changes.',
    ],
  }),
  de: ({ userId, provider }, { title, token, hours }) => ({
    subject: `${title}: Konto mit ${toSafeWords(provider)} verbinden`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich mit ${toSafeWords(provider)} und dieser Adresse angemeldet. Verbinden Sie die beiden, um sich so bei ${title} anzumelden.`,
    ],
    button: { label: 'Verbinden', path: toPasswordPath(userId, token) },
    after: [
      `Der Link gilt einmal, ${durationText.de(hours)} lang.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Es ändert sich nichts.',
    ],
  }),
};

export const factorsChanged: MailWords<'factorsChanged'> = {
  en: ({ what, name, ...event }, { title }) => ({
    subject: `${title}: how you sign in has changed`,
    before: [
      {
        factorAdded: `“${toSafeWords(name ?? '')}” was added to your account at ${title}. From now on you need it to sign in.`,
        factorRemoved: `“${toSafeWords(name ?? '')}” was removed from your account at ${title}. It can no longer be used to sign in.`,
        factorsReset: `An admin has removed the second factors of your account at ${title}. You sign in with your password alone until you add a new one.`,
        identityAdded: `You can now sign in to your account at ${title} with ${toSafeWords(name ?? '')}.`,
        identityRemoved: `Your account at ${title} is no longer connected with ${toSafeWords(name ?? '')}.`,
        recoveryCodesRenewed: `Your account at ${title} has new recovery codes. Older ones no longer work.`,
      }[what],
    ],
    facts: eventFacts.en(event),
    button: { label: 'View your profile', path: '/users/myprofile' },
    after: ['If this was not you, set a new password and tell an admin.'],
  }),
  de: ({ what, name, ...event }, { title }) => ({
    subject: `${title}: Ihre Anmeldung hat sich geändert`,
    before: [
      {
        factorAdded: `„${toSafeWords(name ?? '')}“ gehört jetzt zu Ihrem Konto bei ${title}. Sie brauchen es von nun an zum Anmelden.`,
        factorRemoved: `„${toSafeWords(name ?? '')}“ gehört nicht mehr zu Ihrem Konto bei ${title}. Damit kann sich niemand mehr anmelden.`,
        factorsReset: `Ein Admin hat die zweiten Faktoren Ihres Kontos bei ${title} entfernt. Bis Sie einen neuen hinzufügen, melden Sie sich nur mit dem Passwort an.`,
        identityAdded: `Sie können sich bei ${title} jetzt auch mit ${toSafeWords(name ?? '')} anmelden.`,
        identityRemoved: `Ihr Konto bei ${title} ist nicht mehr mit ${toSafeWords(name ?? '')} verbunden.`,
        recoveryCodesRenewed: `Ihr Konto bei ${title} hat neue Wiederherstellungscodes. Die alten gelten nicht mehr.`,
      }[what],
    ],
    facts: eventFacts.de(event),
    button: { label: 'Ihr Profil ansehen', path: '/users/myprofile' },
    after: [
      'Wenn Sie das nicht waren, setzen Sie ein neues Passwort und sagen Sie es einem Admin.',
    ],
  }),
};

/** To a user: an outdated refresh cookie was used again. */
export const sessionReuse: MailWords<'sessionReuse'> = {
  en: (data, { title }) => ({
    subject: `${title}: one of your sessions was ended`,
    before: [
      `Someone used outdated sign-in data from one of your sessions at ${title}. The data may have been stolen, so we ended the session on all devices.`,
    ],
    facts: eventFacts.en(data),
    button: { label: 'View your sessions', path: '/users/myprofile' },
    after: ['If this was not you, set a new password: this ends all your sessions.'],
  }),
  de: (data, { title }) => ({
    subject: `${title}: Eine Ihrer Sitzungen wurde beendet`,
    before: [
      `Jemand hat eine alte Kopie einer Ihrer Sitzungen bei ${title} verwendet. Sie könnte gestohlen sein, darum wurde die Sitzung auf allen Geräten beendet, die sie hatten.`,
    ],
    facts: eventFacts.de(data),
    button: { label: 'Ihre Sitzungen ansehen', path: '/users/myprofile' },
    after: [
      'Wenn Sie das nicht selbst waren, setzen Sie ein neues Passwort: Das beendet alle Sitzungen.',
    ],
  }),
};

/** To the owner of an account: too many wrong passwords. */
export const signInStopped: MailWords<'signInStopped'> = {
  en: ({ count, ...last }, { title }) => ({
    subject: `${title}: someone is trying to sign in to your account`,
    before: [
      `Someone has entered ${count} wrong passwords in a row for your account at ${title}. All of these sign-ins failed.`,
      'For now, nobody can sign in to your account on a new device. Devices that you already use are not affected.',
    ],
    facts: eventFacts.en(last),
    button: { label: 'Set a new password', path: '/forgotPassword' },
    after: ['Setting a new password unlocks your account on every device.'],
  }),
  de: ({ count, ...last }, { title }) => ({
    subject: `${title}: Jemand versucht, sich mit Ihrem Konto anzumelden`,
    before: [
      `Jemand hat für Ihr Konto bei ${title} ${count}-mal hintereinander ein falsches Passwort eingegeben. Keines davon war richtig.`,
      'Auf neuen Geräten kann sich jetzt niemand mehr damit anmelden. Geräte, die Sie schon verwenden, können es weiterhin.',
    ],
    facts: eventFacts.de(last),
    button: { label: 'Neues Passwort setzen', path: '/forgotPassword' },
    after: ['Ein neues Passwort öffnet Ihr Konto wieder auf allen Geräten.'],
  }),
};

/** To each admin: the same. */
export const manyFailedSignIns: MailWords<'manyFailedSignIns'> = {
  en: ({ count, name, email, ...last }, { title }) => ({
    subject: `${title}: ${count} failed sign-ins to one account`,
    before: [
      `Someone has entered ${count} wrong passwords in a row for one account. Nobody can sign in to it on a new device until its owner sets a new password.`,
    ],
    facts: [['Name', toSafeWords(name)], ['Email', email], ...eventFacts.en(last)],
    button: { label: 'View the audit log', path: '/admin/audit?action=signInFailed' },
    after: ['We have notified the owner of the account by email.'],
  }),
  de: ({ count, name, email, ...last }, { title }) => ({
    subject: `${title}: ${count} fehlgeschlagene Anmeldungen bei einem Konto`,
    before: [
      `Jemand hat für ein Konto ${count}-mal hintereinander ein falsches Passwort eingegeben. Auf neuen Geräten kann sich damit niemand anmelden, bis der Besitzer ein neues Passwort setzt.`,
    ],
    facts: [['Name', toSafeWords(name)], ['E-Mail', email], ...eventFacts.de(last)],
    button: { label: 'Protokoll ansehen', path: '/admin/audit?action=signInFailed' },
    after: ['Der Besitzer des Kontos hat eine E-Mail dazu erhalten.'],
  }),
};

/** To a user: somebody has signed in to their account on a device that was not used for it before. */
export const newDevice: MailWords<'newDevice'> = {
  en: (data, { title }) => ({
    subject: `${title}: sign-in on a new device`,
    before: [`Someone, probably you, has signed in to your account at ${title} on a new device.`],
    facts: eventFacts.en(data),
    button: { label: 'View your sessions', path: '/users/myprofile' },
    after: [
      'If this was you, you can ignore this email. If not, set a new password: this ends all your sessions.',
    ],
  }),
  de: (data, { title }) => ({
    subject: `${title}: Anmeldung auf einem neuen Gerät`,
    before: [
      `Jemand, wahrscheinlich Sie selbst, hat sich auf einem neuen Gerät bei Ihrem Konto bei ${title} angemeldet.`,
    ],
    facts: eventFacts.de(data),
    button: { label: 'Ihre Sitzungen ansehen', path: '/users/myprofile' },
    after: [
      'Wenn Sie das waren, brauchen Sie nichts zu tun. Wenn nicht, setzen Sie ein neues Passwort: Das beendet alle Ihre Sitzungen.',
    ],
  }),
};
