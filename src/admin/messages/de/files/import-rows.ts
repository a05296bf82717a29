import type { ImportRowsTexts } from '../../en/files/import-rows.ts';

export const texts: ImportRowsTexts = {
  missing: {
    outcome: 'Fehlen in der Datei',
    title: 'Datensätze, die in der Datei fehlen',
    leave: 'Unverändert lassen',
    list: 'Auflisten',
    set: 'Ein Feld setzen',
    scope: 'Nur in bestimmten Datensätzen suchen',
    gaps: {
      scope: 'eine Bedingung für die fehlenden Datensätze hat keinen Wert',
      field: 'wählen Sie das Feld, das in den fehlenden Datensätzen gesetzt wird',
      value:
        'geben Sie einen neuen Wert für die fehlenden Datensätze ein, oder leeren Sie das Feld',
    },
    field: 'Feld, das gesetzt wird',
    value: 'Neuer Wert: {name}',
    clear: '{name} leeren',
    lead: 'Das Feld wird nur gesetzt, wenn keine Zeile fehlschlägt oder ausgelassen wird, denn sie könnte einen dieser Datensätze meinen.',
    withheld:
      'Von den fehlenden Datensätzen wurde keiner geändert, weil Zeilen fehlgeschlagen sind oder ausgelassen wurden.',
  },
  mended: 'Korrigiert',
  fields: 'Nach Feld filtern',
  allFields: 'Alle Felder',
  clear: 'Filter entfernen',
  found: '{count} Zeile passt |||| {count} Zeilen passen',
  leaveOut: 'Diese Zeile auslassen |||| Diese {count} Zeilen auslassen',
  takeBack: 'Diese Zeile doch importieren |||| Diese {count} Zeilen doch importieren',
  tooMany: 'Ein Import kann höchstens {count} Zeilen auslassen. Filtern Sie genauer.',
  onlyKept:
    'Nur die ersten {count} dieser Zeilen werden aufbewahrt, und der Filter durchsucht nur diese.',
  cell: '{column} in Zeile {row}',
  use: '{value} übernehmen',
  useIn: '{value} übernehmen: {column} in Zeile {row}',
  omit: 'Zeile ohne diese Zelle importieren',
  omitIn: 'Zeile ohne diese Zelle importieren: {column} in Zeile {row}',
  omitted: 'Die Zeile wird ohne diese Zelle importiert.',
  putBack: 'Zurücksetzen',
  putBackIn: 'Zurücksetzen: {column} in Zeile {row}',
  stepped: 'durch einen Schritt',
  inFile: 'In der Datei: {value}',
  empty: 'leer',
  cut: 'Die Zelle ist länger. Ihr Text ersetzt sie ganz.',
  edit: 'Ändern',
  editIn: 'Ändern: {column} in Zeile {row}',
  newText: 'Neuer Text',
  changed: '{count} Zeile geändert. |||| {count} Zeilen geändert.',
  again: 'Erneut versuchen |||| Diese erneut versuchen ({count})',
  putAllBack: 'Alle zurücksetzen',
  kept: 'Ihre Korrekturen in {count} Zeile bleiben. |||| Ihre Korrekturen in {count} Zeilen bleiben.',
  dropped:
    'Die Einstellungen der Datei haben sich geändert; Ihre Korrekturen und Ihre Auswahl der Zeilen passen nicht mehr. Der nächste Probelauf verwendet sie nicht.',
  againNote:
    'Aus den fehlgeschlagenen Zeilen wird ein neuer Import mit denselben Einstellungen. Sein Probelauf beginnt sofort.',
};
