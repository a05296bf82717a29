/** The texts of the look-up page, in the format of descriptor texts. */
export const texts = {
  intro: {
    en: 'Paste CAS numbers, DOIs, names or other identifiers, one per line or as spreadsheet cells.',
    de: 'Fügen Sie CAS-Nummern, DOIs, Namen oder andere Kennungen ein, eine pro Zeile oder als Zellen einer Tabelle.',
  },
  lookIn: { en: 'Search in', de: 'Suchen in' },
  values: { en: 'Values to look up', de: 'Nachzuschlagende Werte' },
  look: { en: 'Look up', de: 'Nachschlagen' },
  looking: { en: 'Looking up…', de: 'Wird gesucht …' },
  tooMany: {
    en: 'You can look up at most 1,000 values at once. Remove some.',
    de: 'Sie können höchstens 1.000 Werte auf einmal nachschlagen. Entfernen Sie einige.',
  },
  count: { en: '{count} to look up.', de: '{count} nachzuschlagen.' },
  countRepeated: {
    en: '{count} to look up, {repeated} repeated.',
    de: '{count} nachzuschlagen, {repeated} doppelt.',
  },
  hint: {
    en: 'Press Ctrl+Enter to look them up.',
    de: 'Drücken Sie Strg+Enter, um sie nachzuschlagen.',
  },
  found: { en: 'Found', de: 'Gefunden' },
  ambiguous: { en: 'Ambiguous', de: 'Mehrdeutig' },
  missing: { en: 'Missing', de: 'Nicht gefunden' },
  wrongDigit: {
    en: 'Not found: the check digit is wrong. Did you mean {value}?',
    de: 'Nicht gefunden: Die Prüfziffer ist falsch. Meinten Sie {value}?',
  },
  near: {
    en: 'Not found. Did you mean {value}?',
    de: 'Nicht gefunden. Meinten Sie {value}?',
  },
  findSimilar: { en: 'Find similar', de: 'Ähnliche suchen' },
  similar: { en: 'Did you mean', de: 'Meinten Sie' },
  nothingSimilar: { en: 'Nothing similar found.', de: 'Nichts Ähnliches gefunden.' },
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
  copyMissing: { en: 'Copy values not found', de: 'Nicht gefundene kopieren' },
  copied: { en: 'Copied', de: 'Kopiert' },
  more: {
    en: 'Too many matching records. Look up fewer values.',
    de: 'Zu viele passende Datensätze. Schlagen Sie weniger Werte nach.',
  },
  nothing: {
    en: 'You do not have access to any searchable records.',
    de: 'Sie haben keinen Zugriff auf durchsuchbare Datensätze.',
  },
} as const;
