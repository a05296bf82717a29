import type { LinesTexts } from '../en/lines.ts';

export const texts: LinesTexts = {
  name: '{list} {number}',
  changed: '{count} Zeile geändert |||| {count} Zeilen geändert',
  add: 'Zeile hinzufügen',
  remove: '{line} entfernen',
  undo: 'Rückgängig',
  undoOf: 'Entfernen von {line} rückgängig machen',
  more: 'Weitere Felder von {line}',
  moreFields: '{line}: weitere Felder',
  actions: 'Aktionen',
  none: 'Noch keine Zeilen.',
  loading: 'Die Zeilen werden geladen …',
  later: 'Berechnete Werte und Nummern werden beim Speichern aktualisiert.',
  tooMany:
    'Ein Formular kann nicht so viele Zeilen bearbeiten ({count}; Grenze: {most}). Bearbeiten Sie sie in ihrer Liste.',
  tooManyToCopy:
    'Die Zeilen wurden nicht kopiert: Das Original hat zu viele für ein Formular ({count}; Grenze: {most}).',
  added: '{line} hinzugefügt',
  removed: '{line} entfernt',
  willBeRemoved: '{line} wird beim Speichern gelöscht',
  restored: '{line} bleibt erhalten',
  theirs: 'Jemand anderes hat {line} geändert. Gespeichert wurde:',
  deleted: 'Jemand anderes hat {line} gelöscht.',
  takeTheirs: 'Andere Fassung übernehmen',
  keepMine: 'Meine Änderungen behalten',
  keepDeletion: 'Trotzdem löschen',
  acceptDeletion: 'Zeile entfernen',
  addAgain: 'Wieder hinzufügen',
};
