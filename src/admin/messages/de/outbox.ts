import type { outbox as english } from '../en/outbox.ts';

export const outbox = {
  lead: 'Jede E-Mail, die diese Anwendung verschickt, und was aus ihr wurde.',
  smtp: 'E-Mails werden über {host} verschickt.',
  files:
    'Es ist kein Mailserver eingerichtet: E-Mails werden als Dateien nach {folder} geschrieben. Mit SMTP_URL werden sie verschickt.',
  states: {
    waiting: 'Wartet',
    sending: 'Wird gesendet',
    sent: 'Gesendet',
    parked: 'Zurückgestellt',
  },
  all: 'Alle',
  kind: 'Art',
  kinds: {
    registrationReceived: 'Jemand hat sich registriert',
    alreadyRegistered: 'Erneut registriert',
    approved: 'Freigegeben',
    rejected: 'Abgelehnt',
    expired: 'Anfrage verfallen',
    invitation: 'Einladung',
    passwordReset: 'Passwort zurücksetzen',
    passwordChanged: 'Passwort geändert',
    sessionReuse: 'Sitzung zur Sicherheit beendet',
  },
  to: 'An',
  search: 'Adressen durchsuchen',
  state: 'Zustand',
  created: 'Geschrieben',
  attempts: 'Versuche',
  next: 'nächster {when}',
  retry: 'Erneut senden',
  retried: 'Die E-Mail wird erneut versucht',
  twice: 'Sie ist vielleicht schon angekommen',
  empty: 'Keine E-Mail passt.',
} satisfies typeof english;
