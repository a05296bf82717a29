/** The texts of the page that generates masters. */
export const texts = {
  intro: {
    en: 'Generates harmonised records from extractions and mappings. The same input always gives the same masters. Masters that no longer result from any extraction are marked as superseded.',
    de: 'Erzeugt harmonisierte Datensätze aus Extraktionen und Zuordnungen. Dieselbe Eingabe ergibt immer dieselben Master. Master, die sich aus keiner Extraktion mehr ergeben, werden als überholt gekennzeichnet.',
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
    en: '{created} will be created, {updated} changed and {superseded} superseded. The changes are kept in the history of each record.',
    de: '{created} werden angelegt, {updated} geändert und {superseded} als überholt gekennzeichnet. Jede Änderung steht im Verlauf ihres Datensatzes.',
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
  previewed: { en: 'Preview', de: 'Vorschau' },
  done: { en: 'Result', de: 'Ergebnis' },
  nothing: {
    en: 'Nothing would change: all masters are up to date.',
    de: 'Es würde sich nichts ändern: Alle Master sind aktuell.',
  },
  noVersion: {
    en: 'No mapping is approved, so chems can only be identified by CAS number.',
    de: 'Keine Zuordnung ist freigegeben, daher lassen sich Chemikalien nur über die CAS-Nummer bestimmen.',
  },
  total: { en: 'Masters', de: 'Master' },
  created: { en: 'Created', de: 'Angelegt' },
  updated: { en: 'Changed', de: 'Geändert' },
  superseded: { en: 'Superseded', de: 'Überholt' },
  unchanged: { en: 'Unchanged', de: 'Unverändert' },
  from: {
    en: 'From {extractions} extraction, with mappings of version {version}. |||| From {extractions} extractions, with mappings of version {version}.',
    de: 'Aus {extractions} Extraktion, mit Zuordnungen der Version {version}. |||| Aus {extractions} Extraktionen, mit Zuordnungen der Version {version}.',
  },
  leftOut: { en: 'Skipped extractions', de: 'Ausgelassene Extraktionen' },
  unmapped: {
    en: 'The term is not mapped to a chem (extractions: {count}, terms: {terms})',
    de: 'Dem Begriff ist keine Chemikalie zugeordnet (Extraktionen: {count}, Begriffe: {terms})',
  },
  unreadable: {
    en: 'It is unknown whether the chem was detected (extractions: {count})',
    de: 'Ob die Chemikalie nachgewiesen wurde, ist unbekannt (Extraktionen: {count})',
  },
  withoutArticle: {
    en: 'Included without an article because its term is not mapped (extractions: {count})',
    de: 'Ohne Gegenstand verwendet, weil sein Begriff nicht zugeordnet ist (Extraktionen: {count})',
  },
  notWritten: { en: 'Could not be written', de: 'Konnte nicht geschrieben werden' },
  term: { en: 'Term', de: 'Begriff' },
  count: { en: 'Extractions', de: 'Extraktionen' },
  decide: { en: 'Map these terms', de: 'Diese Begriffe zuordnen' },
  showList: { en: 'Show masters', de: 'Master anzeigen' },
  more: { en: 'and {count} more', de: 'und {count} weitere' },
} as const;
