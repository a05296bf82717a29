/** The texts of the page that generates masters. */
export const texts = {
  intro: {
    en: 'Generates harmonised records from the extractions and the mappings. The same input always gives the same masters; masters without any remaining extraction become superseded.',
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
    en: '{created} will be created, {updated} changed and {superseded} superseded. The history of each record keeps its changes.',
    de: '{created} werden angelegt, {updated} geändert, {superseded} ersetzt. Jede Änderung steht im Verlauf ihres Datensatzes.',
  },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  reading: {
    en: 'Reading and grouping extractions',
    de: 'Extraktionen werden gelesen und gruppiert',
  },
  writing: { en: 'Writing masters', de: 'Master werden geschrieben' },
  comparing: {
    en: 'Comparing with existing masters',
    de: 'Master werden mit dem Bestand verglichen',
  },
  ofTotal: { en: '{rows} of {total}', de: '{rows} von {total}' },
  previewed: { en: 'Preview', de: 'Was geschehen würde' },
  done: { en: 'Result', de: 'Was geschehen ist' },
  nothing: {
    en: 'Nothing would change: all masters are up to date.',
    de: 'Nichts würde sich ändern: Alle Master sind, wie sie sein sollen.',
  },
  noVersion: {
    en: 'No mapping is approved, so chems can only be identified by CAS number.',
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
  leftOut: { en: 'Skipped extractions', de: 'Ausgelassen, und warum' },
  unmapped: {
    en: 'No chem is mapped to the term (extractions: {count}, terms: {terms})',
    de: 'Zum Wort ist keine Chemikalie bekannt (Extraktionen: {count}, Wörter: {terms})',
  },
  unreadable: {
    en: 'Detection of the chem is unknown (extractions: {count})',
    de: 'Ob die Chemikalie nachgewiesen wurde, ist unbekannt (Extraktionen: {count})',
  },
  withoutArticle: {
    en: 'Included without an article because its term is not mapped (extractions: {count})',
    de: 'Trotzdem verwendet, aber ohne Artikel, weil sein Wort nicht zugeordnet ist (Extraktionen: {count})',
  },
  notWritten: { en: 'Could not be written', de: 'Ließ sich nicht schreiben' },
  term: { en: 'Term', de: 'Wort' },
  count: { en: 'Extractions', de: 'Extraktionen' },
  decide: { en: 'Map these terms', de: 'Entscheiden, was sie bedeuten' },
  showList: { en: 'Show masters', de: 'Die Master zeigen' },
  more: { en: 'and {count} more', de: 'und {count} weitere' },
} as const;
