import type { files as english } from '../../en/pages/stored-files.ts';

export const files: typeof english = {
  lead: 'Die Dateien der Datensätze liegen in {store}.',
  unscanned:
    '{count} Datei wartet auf den Virenscanner. Bis dahin kann sie niemand öffnen. |||| {count} Dateien warten auf den Virenscanner. Bis dahin kann sie niemand öffnen.',
  limit: '{size} von {limit} sind belegt.',
  perUser: 'Jede Person kann insgesamt {limit} hochladen.',
  kinds: 'Dateien nach Verwendung',
  kind: 'Verwendung',
  of: {
    all: 'Alle Dateien',
    past: 'Nur im Verlauf',
    unused: 'In keinem Datensatz',
    arriving: 'Werden hochgeladen',
  },
  fields: 'Nach Sammlung',
  field: 'Feld',
  none: 'Noch hat kein Datensatz eine Datei.',
  people: 'Nach Person',
  person: 'Hochgeladen von',
  system: 'Das System',
  count: 'Dateien',
  size: 'Größe',
  clean: 'Nicht verwendete Dateien entfernen',
  cleanHint:
    'Entfernt Dateien, die vor mehr als einem Tag hochgeladen wurden und die kein Datensatz hat oder hatte. Der Server tut das jede Stunde.',
  cleaned: '{count} Eintrag entfernt. |||| {count} Einträge entfernt.',
};
