/** The texts of the tab that tells where a master comes from. */
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
  extraction: { en: 'Extraction', de: 'Extraktion' },
  chem: { en: 'Chem as printed', de: 'Chemikalie wie gedruckt' },
  article: { en: 'Article as printed', de: 'Artikel wie gedruckt' },
  by: { en: 'Decided by', de: 'Entschieden durch' },
  value: { en: 'Value', de: 'Wert' },
  page: { en: 'Page', de: 'Seite' },
  found: { en: 'detected', de: 'nachgewiesen' },
  notFound: { en: 'not detected', de: 'nicht nachgewiesen' },
  cas: { en: 'CAS number', de: 'CAS-Nummer' },
  unknownSource: { en: 'Deleted source', de: 'Quelle, die es nicht mehr gibt' },
  none: {
    en: 'The extractions of this master are unknown.',
    de: 'Es ist keine Extraktion bekannt, aus der dieser Master gemacht wurde.',
  },
  pages: { en: 'Pages of extractions', de: 'Seiten der Extraktionen' },
  gone: {
    en: '{count} of them has been deleted or is not visible to you. |||| {count} of them have been deleted or are not visible to you.',
    de: '{count} davon gibt es nicht mehr, oder sie ist für Sie nicht zu sehen. |||| {count} davon gibt es nicht mehr, oder sie sind für Sie nicht zu sehen.',
  },
} as const;
