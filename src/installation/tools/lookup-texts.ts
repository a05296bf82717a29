/** The texts of the look-up page, as the descriptor says its own. */
export const texts = {
  intro: {
    en: 'Paste CAS numbers, DOIs, names or other identifiers, one per line or as spreadsheet cells.',
    de: 'CAS-Nummern, DOIs, Namen oder andere Kennungen einfügen, je Zeile eine oder als Zellen einer Tabelle.',
  },
  lookIn: { en: 'Search in', de: 'Suchen in' },
  values: { en: 'Values to look up', de: 'Was gesucht wird' },
  look: { en: 'Look up', de: 'Nachschlagen' },
  looking: { en: 'Looking up …', de: 'Wird gesucht …' },
  tooMany: {
    en: 'You can look up at most 1,000 values at once. Remove some.',
    de: 'Höchstens 1.000 auf einmal; bitte kürzen.',
  },
  count: { en: '{count} to look up.', de: '{count} zu suchen.' },
  countRepeated: {
    en: '{count} to look up, {repeated} repeated.',
    de: '{count} zu suchen, {repeated} doppelt.',
  },
  hint: { en: 'Press Ctrl+Enter to look them up.', de: 'Strg+Enter sucht.' },
  found: { en: 'Found', de: 'Gefunden' },
  ambiguous: { en: 'Ambiguous', de: 'Mehrdeutig' },
  missing: { en: 'Missing', de: 'Nicht gefunden' },
  wrongDigit: {
    en: 'Not found: the check digit is wrong. Did you mean {value}?',
    de: 'Nicht gefunden: Die Prüfziffer ist falsch. War {value} gemeint?',
  },
  near: {
    en: 'Not found. Did you mean {value}?',
    de: 'Nicht gefunden. War {value} gemeint?',
  },
  all: { en: 'All', de: 'Alle' },
  show: { en: 'Show', de: 'Anzeigen' },
  results: { en: 'Results', de: 'Ergebnisse' },
  summary: {
    en: '{found} found, {ambiguous} ambiguous, {missing} missing',
    de: '{found} gefunden, {ambiguous} mehrdeutig, {missing} nicht gefunden',
  },
  by: { en: 'by {fields}', de: 'über {fields}' },
  openList: { en: 'Open as a list', de: 'Als Liste öffnen' },
  openPart: { en: 'Open {from}–{to} as a list', de: '{from}–{to} als Liste öffnen' },
  saveCsv: { en: 'Save as CSV', de: 'Als CSV speichern' },
  value: { en: 'Looked up', de: 'Gesucht' },
  outcome: { en: 'Outcome', de: 'Ergebnis' },
  record: { en: 'Record', de: 'Datensatz' },
  id: { en: '_id', de: '_id' },
  byField: { en: 'Found by', de: 'Gefunden über' },
  copyMissing: { en: 'Copy missing values', de: 'Nicht gefundene kopieren' },
  copied: { en: 'Copied', de: 'Kopiert' },
  cannotCopy: { en: 'The browser does not allow copying', de: 'Der Browser erlaubt kein Kopieren' },
  more: {
    en: 'Too many matching records. Look up fewer values.',
    de: 'Es gibt mehr Datensätze, als eine Antwort fasst: weniger auf einmal suchen.',
  },
  nothing: {
    en: 'There is nothing here that you can search.',
    de: 'Hier ist nichts, worin Sie suchen dürfen.',
  },
} as const;
