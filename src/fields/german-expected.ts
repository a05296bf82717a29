import type { Expectation } from './expectations.ts';

/** What a value must be, in the nominative: `muss {expected} sein`, `erwartet wird {expected}`. */
export const expected: Record<Expectation, string> = {
  text: 'ein Text',
  number: 'eine Zahl',
  decimal: 'eine Dezimalzahl wie 12.50',
  decimalText: 'ein Text wie "12.50"',
  boolean: 'true oder false',
  list: 'eine Liste',
  object: 'ein Objekt',
  objectOrList: 'ein JSON-Objekt oder eine JSON-Liste',
  date: 'ein Datum wie 2026-11-21',
  time: 'eine Uhrzeit wie 14:30',
  timeWithSeconds: 'eine Uhrzeit wie 14:30:05',
  duration: 'eine Dauer wie 1:30 oder 90m; in JSON eine Zahl von Sekunden',
  dateTime: 'ein Datum mit Uhrzeit und Zeitzone wie 2026-11-21T13:45:00Z',
  recordId: 'die _id eines Datensatzes',
  file: 'die `id` einer hochgeladenen Datei',
  email: 'eine E-Mail-Adresse',
  url: 'eine http-, https- oder mailto-Adresse ohne Passwort',
  casNumber: 'eine CAS-Nummer wie 107-07-3',
  ecNumber: 'eine EG-Nummer wie 200-003-9',
  doi: 'ein DOI wie 10.1016/j.envint.2020.106225',
  inchiKey: 'ein InChIKey wie YNQLUTRBYVCPMQ-UHFFFAOYSA-N',
  newId: '1 bis 64 der Zeichen A-Z, a-z, 0-9, _ und -',
  oneValue: 'ein einzelner Wert',
  twoValues: 'zwei Werte, von und bis',
  ascending: 'zwei Werte, der kleinere zuerst',
  values: 'eine Liste von Werten',
  someText: 'ein nicht leerer Text',
  searchWords: 'höchstens 20 gesuchte Wörter wie Bisphenol "food contact" -Wasser oder BPA',
  token:
    'ein Wert oder, wenn das Feld ihn enthalten kann, $now, $today, $user oder $year; ein Abstand wie $today-30d ist erlaubt',
  otherField: 'ein Feld dieser Sammlung, das einen Wert derselben Art enthält',
  yes: 'true',
  filter: 'ein Filter: ein Objekt aus Feldern mit Werten, and, or, not',
  filters: 'eine Liste von Filtern',
  fieldNames: 'Feldnamen, durch Kommas getrennt',
  measures: 'Felder mit einer Funktion wie year:avg, durch Kommas getrennt',
  groupOrder: 'value, -value, count oder -count',
  totalKind: 'exact, estimate oder none',
  pageOrCursor: 'ausgelassen, wenn _after angegeben ist',
  aProgram: 'ein Programm',
  aWindowsProgram: 'ein Windows-Programm',
  aScript: 'ein Skript',
  aPicture: 'ein Bild',
  aSound: 'eine Tonaufnahme',
  aVideo: 'ein Video',
  aPdf: 'ein PDF-Dokument',
  aDocument: 'ein Office-Dokument',
  anArchive: 'ein Archiv',
  aWebPage: 'eine Webseite',
  plainText: 'reiner Text',
  ofAnotherKind: 'von anderer Art',
};

export const togetherText = ' (zusammen mit {others})';

export const withKeyText = ' mit dem API-Schlüssel „{key}“';

export const outsideRoleText =
  ': Mit diesen Werten gehört der Datensatz nicht mehr zu denen, die diese Rolle sehen oder ändern darf';
