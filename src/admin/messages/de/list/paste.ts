import type { PasteTexts } from '../../en/list/paste.ts';

export const texts: PasteTexts = {
  beyond:
    '{count} Zelle liegt hinter der letzten Spalte |||| {count} Zellen liegen hinter der letzten Spalte',
  below:
    '{count} Zelle liegt unter der letzten Zeile |||| {count} Zellen liegen unter der letzten Zeile',
  lockedFields: 'schreibgeschützt: {names}',
  lockedRecords:
    '{count} Zelle gehört zu einem Datensatz, den Sie nicht ändern dürfen |||| {count} Zellen gehören zu Datensätzen, die Sie nicht ändern dürfen',
  joined:
    'In {count} Zelle wurden Zeilenumbrüche zu Leerzeichen. |||| In {count} Zellen wurden Zeilenumbrüche zu Leerzeichen.',
  leftOut: 'Ausgelassen: {reasons}.',
  missing: '„{text}“ gibt es in {name} nicht',
  several:
    '„{text}“ passt zu mehreren Datensätzen in {name}: {titles}. Verwenden Sie stattdessen {key}.',
  partly: '{reason}. Nur die anderen Datensätze werden eingetragen.',
  unclear:
    '„{text}“ kann {one} oder {other} sein, denn die eingefügten Zellen verwenden beide Zahlenformate. Verwenden Sie ein Format, und fügen Sie erneut ein.',
  comma:
    'Dezimalzahlen wurden mit Komma gelesen: „{text}“ als {number}. Mit Strg+Z rückgängig machen.',
  point:
    'Dezimalzahlen wurden mit Punkt gelesen: „{text}“ als {number}. Mit Strg+Z rückgängig machen.',
};
