/** The texts of the tab that shows the origin of a master. */
export const texts = {
  lead: { en: '{extractions} from {sources}', de: '{extractions} aus {sources}' },
  extractions: {
    en: '{count} extraction |||| {count} extractions',
    de: '{count} Extraktion |||| {count} Extraktionen',
  },
  sources: {
    en: '{count} source |||| {count} sources',
    de: '{count} Quelle |||| {count} Quellen',
  },
  order: { en: 'Sort by', de: 'Sortieren nach' },
  bySource: { en: 'Source', de: 'Quelle' },
  highest: { en: 'Highest value first', de: 'Höchster Wert zuerst' },
  lowest: { en: 'Lowest value first', de: 'Niedrigster Wert zuerst' },
  more: { en: 'and {count} more', de: 'und {count} weitere' },
  source: { en: 'Source', de: 'Quelle' },
  extraction: { en: 'Extraction', de: 'Extraktion' },
  chem: { en: 'Chemical as printed', de: 'Chemikalie wie gedruckt' },
  article: { en: 'Article as printed', de: 'Gegenstand wie gedruckt' },
  by: { en: 'Decided by', de: 'Entschieden durch' },
  value: { en: 'Value', de: 'Wert' },
  page: { en: 'Page', de: 'Seite' },
  found: { en: 'detected', de: 'nachgewiesen' },
  notFound: { en: 'not detected', de: 'nicht nachgewiesen' },
  cas: { en: 'CAS number', de: 'CAS-Nummer' },
  unknownSource: { en: 'Deleted source', de: 'Gelöschte Quelle' },
  none: {
    en: 'The extractions of this master are unknown.',
    de: 'Die Extraktionen dieses Masters sind nicht bekannt.',
  },
  pages: { en: 'Pages of extractions', de: 'Seiten der Extraktionen' },
  gone: {
    en: '{count} of them has been deleted or is not visible to you. |||| {count} of them have been deleted or are not visible to you.',
    de: '{count} davon wurde gelöscht oder ist für Sie nicht sichtbar. |||| {count} davon wurden gelöscht oder sind für Sie nicht sichtbar.',
  },
} as const;
