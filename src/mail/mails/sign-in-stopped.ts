import type { MailWords } from '../letter.ts';
import { toTypedWords } from '../typed-words.ts';
import { whenAndWhere } from './when-and-where.ts';

/** To the owner of an account: too many wrong passwords. */
export const signInStopped: MailWords<'signInStopped'> = {
  en: ({ count, ...last }, { title }) => ({
    subject: `${title}: someone is trying to sign in to your account`,
    before: [
      `Someone has entered ${count} wrong passwords in a row for your account at ${title}. None of them was correct.`,
      'Nobody can sign in to it on a new device for now. Devices that you already use still can.',
    ],
    facts: whenAndWhere.en(last),
    button: { label: 'Set a new password', path: '/forgotPassword' },
    after: ['Setting a new password unlocks your account on every device.'],
  }),
  de: ({ count, ...last }, { title }) => ({
    subject: `${title}: Jemand versucht, sich mit Ihrem Konto anzumelden`,
    before: [
      `Jemand hat für Ihr Konto bei ${title} ${count}-mal hintereinander ein falsches Passwort eingegeben. Keines davon war richtig.`,
      'Auf neuen Geräten kann sich jetzt niemand mehr damit anmelden. Geräte, die Sie schon benutzen, können es weiterhin.',
    ],
    facts: whenAndWhere.de(last),
    button: { label: 'Neues Passwort setzen', path: '/forgotPassword' },
    after: ['Ein neues Passwort öffnet Ihr Konto wieder auf allen Geräten.'],
  }),
};

/** The same to each admin. */
export const manyFailedSignIns: MailWords<'manyFailedSignIns'> = {
  en: ({ count, name, email, ...last }, { title }) => ({
    subject: `${title}: ${count} failed sign-ins to one account`,
    before: [
      `Someone has entered ${count} wrong passwords in a row for one account. Nobody can sign in to it on a new device until its owner sets a new password.`,
    ],
    facts: [['Name', toTypedWords(name)], ['E-mail', email], ...whenAndWhere.en(last)],
    button: { label: 'View the audit log', path: '/admin/audit?action=signInFailed' },
    after: ['The owner of the account has been notified by mail.'],
  }),
  de: ({ count, name, email, ...last }, { title }) => ({
    subject: `${title}: ${count} fehlgeschlagene Anmeldungen bei einem Konto`,
    before: [
      `Jemand hat für ein Konto ${count}-mal hintereinander ein falsches Passwort eingegeben. Auf neuen Geräten kann sich damit niemand anmelden, bis der Besitzer ein neues Passwort setzt.`,
    ],
    facts: [['Name', toTypedWords(name)], ['E-Mail', email], ...whenAndWhere.de(last)],
    button: { label: 'Protokoll ansehen', path: '/admin/audit?action=signInFailed' },
    after: ['Der Besitzer des Kontos hat eine E-Mail dazu erhalten.'],
  }),
};
