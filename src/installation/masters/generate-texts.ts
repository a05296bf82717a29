/** The texts of the page that generates masters. */
export const texts = {
  intro: {
    en: 'Makes the harmonised records from the extractions and what the mappings say their words mean. The same input yields the same masters; what is no longer yielded becomes superseded.',
    de: 'Macht aus den Extraktionen und dem, was ihre Wörter laut den Zuordnungen bedeuten, die harmonisierten Datensätze. Dieselbe Eingabe ergibt dieselben Master; was nicht mehr entsteht, wird als ersetzt gekennzeichnet.',
  },
  project: { en: 'Extractions', de: 'Extraktionen' },
  all: { en: 'of all projects', de: 'aller Projekte' },
  version: { en: 'Mappings', de: 'Zuordnungen' },
  newest: { en: 'newest version', de: 'neueste Version' },
  versionOf: { en: 'version {version}', de: 'Version {version}' },
  preview: { en: 'Preview', de: 'Vorschau' },
  run: { en: 'Generate', de: 'Erzeugen' },
  runTitle: { en: 'Generate masters?', de: 'Master erzeugen?' },
  runText: {
    en: '{created} are created, {updated} changed, {superseded} superseded. Each change is kept in the history of its record.',
    de: '{created} werden angelegt, {updated} geändert, {superseded} ersetzt. Jede Änderung steht im Verlauf ihres Datensatzes.',
  },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  reading: {
    en: 'Extractions are read and grouped',
    de: 'Extraktionen werden gelesen und gruppiert',
  },
  writing: { en: 'Masters are written', de: 'Master werden geschrieben' },
  comparing: {
    en: 'Masters are compared with what is there',
    de: 'Master werden mit dem Bestand verglichen',
  },
  ofTotal: { en: '{rows} of {total}', de: '{rows} von {total}' },
  previewed: { en: 'What would happen', de: 'Was geschehen würde' },
  done: { en: 'What was done', de: 'Was geschehen ist' },
  nothing: {
    en: 'Nothing would change: all masters are as they should be.',
    de: 'Nichts würde sich ändern: Alle Master sind, wie sie sein sollen.',
  },
  noVersion: {
    en: 'No mapping is approved, so only CAS numbers tell which chem is meant.',
    de: 'Keine Zuordnung ist freigegeben; nur CAS-Nummern sagen, welche Chemikalie gemeint ist.',
  },
  total: { en: 'Masters', de: 'Master' },
  created: { en: 'Created', de: 'Angelegt' },
  updated: { en: 'Changed', de: 'Geändert' },
  superseded: { en: 'Superseded', de: 'Ersetzt' },
  unchanged: { en: 'Unchanged', de: 'Unverändert' },
  from: {
    en: 'From {extractions} extraction, with mappings of version {version}. |||| From {extractions} extractions, with mappings of version {version}.',
    de: 'Aus {extractions} Extraktion, mit Zuordnungen der Version {version}. |||| Aus {extractions} Extraktionen, mit Zuordnungen der Version {version}.',
  },
  leftOut: { en: 'Left out, and why', de: 'Ausgelassen, und warum' },
  unmapped: {
    en: 'No chem is known for the term (extractions: {count}, terms: {terms})',
    de: 'Zum Wort ist keine Chemikalie bekannt (Extraktionen: {count}, Wörter: {terms})',
  },
  unreadable: {
    en: 'Nobody knows whether the chem was detected (extractions: {count})',
    de: 'Ob die Chemikalie nachgewiesen wurde, ist unbekannt (Extraktionen: {count})',
  },
  withoutArticle: {
    en: 'Used all the same, but without an article, as its term is not mapped (extractions: {count})',
    de: 'Trotzdem verwendet, aber ohne Artikel, weil sein Wort nicht zugeordnet ist (Extraktionen: {count})',
  },
  notWritten: { en: 'Could not be written', de: 'Ließ sich nicht schreiben' },
  term: { en: 'Term', de: 'Wort' },
  count: { en: 'Extractions', de: 'Extraktionen' },
  decide: { en: 'Decide what they mean', de: 'Entscheiden, was sie bedeuten' },
  showList: { en: 'Show the masters', de: 'Die Master zeigen' },
  more: { en: 'and {count} more', de: 'und {count} weitere' },
} as const;
