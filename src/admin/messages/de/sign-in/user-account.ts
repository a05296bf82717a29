import type { UserAccountTexts } from '../../en/sign-in/user-account.ts';

export const texts = {
  sessions: {
    title: 'Sitzungen',
    none: 'Nirgends angemeldet.',
    endAll: 'Alle Sitzungen beenden',
    endAllTitle: 'Alle Sitzungen beenden?',
    endAllText:
      'Die Person wird auf allen Geräten abgemeldet und kann sich wieder anmelden. Was sie nicht gespeichert hat, kann verloren gehen.',
    endedAll: 'Die Sitzungen wurden beendet',
    cancel: 'Abbrechen',
    failedHelp: 'Jemand hat für dieses Konto ein falsches Passwort eingegeben.',
  },
  resetLink: {
    send: 'Link für neues Passwort senden',
    sent: 'Ein Link für ein neues Passwort ist unterwegs an {email}',
  },
  data: { title: 'Persönliche Daten' },
  anonymise: {
    open: 'Anonymisieren\u00a0…',
    title: '{name} anonymisieren?',
    text: 'Für Personen, die ausgeschieden sind. Ein Pseudonym ersetzt Name und Adresse im Datensatz des Benutzers, in seinem Verlauf, im Protokoll und in E-Mails. Alle anderen Angaben, Sitzungen und eigenen Einstellungen werden gelöscht. Datensätze verweisen künftig auf das Pseudonym. Das lässt sich nicht rückgängig machen.',
    email: 'Zur Bestätigung {email} eingeben',
    reason: 'Einwilligung oder Grund',
    reasonHelp: 'Wer eingewilligt hat, oder warum es nötig ist. Das Protokoll bewahrt es auf.',
    action: 'Endgültig anonymisieren',
    done: 'Der Benutzer heißt jetzt {pseudonym}',
    doneExcept:
      'Der Benutzer heißt jetzt {pseudonym}. Diese Pflichtfelder behalten ihren Wert: {kept}',
    cancel: 'Abbrechen',
  },
} satisfies UserAccountTexts;
