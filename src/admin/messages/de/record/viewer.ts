import type { ViewerTexts } from '../../en/record/viewer.ts';

export const texts: ViewerTexts = {
  file: 'Datei',
  loading: 'Wird geladen …',
  position: '{at} von {of}',
  previous: 'Vorherige Datei',
  next: 'Nächste Datei',
  download: 'Herunterladen',
  comment: 'Diese Datei kommentieren',
  commentPage: 'Seite {page} kommentieren',
  close: 'Schließen',
  fullScreen: 'Vollbild',
  beside: 'Neben der Seite',
  width: 'Breite der Datei',
  retry: 'Erneut versuchen',
  tools: 'Ansicht',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'An Fenster anpassen',
  fitWidth: 'An Breite anpassen',
  percent: '{n} %',
  actualSize: 'Größe: {shown}. Mit 100 % anzeigen',
  page: 'Seite',
  ofPages: 'von {count}',
  pageOf: 'Seite {page} von {count}',
  document: 'Dokument: {title}',
  search: 'Im Dokument suchen',
  found: '{at} von {count}',
  finding: '{at} von {count}, Suche läuft …',
  foundNone: 'Nicht gefunden',
  findingNone: 'Suche läuft …',
  foundTooMany: '{at} von {count} (nur die ersten sind gezählt)',
  previousMatch: 'Vorheriger Treffer',
  nextMatch: 'Nächster Treffer',
  closeSearch: 'Suche schließen',
  toPage: 'Gehe zu Seite {page}',
  pageFailed: 'Diese Seite konnte nicht angezeigt werden.',
  noView:
    'Für diese Art von Datei gibt es keine Vorschau. Laden Sie die Datei herunter, um sie zu öffnen.',
  gone: 'Diese Datei ist nicht verfügbar. Sie wurde entfernt, oder Sie dürfen sie nicht mehr sehen.',
  notInRecord:
    'Diese Datei gehört nicht zum Datensatz. Sie wurde entfernt, die Adresse ist falsch, oder Sie dürfen sie nicht sehen.',
  offline:
    'Die Datei konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  cannotShow:
    'Das Bild konnte nicht angezeigt werden. Versuchen Sie es erneut, oder laden Sie die Datei herunter.',
  noPicture:
    'Browser können diese Art von Bild nicht anzeigen, und der Server hat noch keine Vorschau davon. Versuchen Sie es gleich erneut, oder laden Sie die Datei herunter.',
  cannotPlay:
    'Der Browser kann diese Datei nicht abspielen. Versuchen Sie es erneut, oder laden Sie sie herunter.',
  broken:
    'Dieses PDF ist beschädigt und kann nicht angezeigt werden. Laden Sie es herunter, um es in einem anderen Programm zu öffnen.',
  locked:
    'Dieses PDF ist durch ein Passwort geschützt. Laden Sie es herunter, um es in einem anderen Programm zu öffnen.',
  text: 'Text der Datei',
  cut: 'Es wird nur der erste Teil dieser Datei gezeigt. Laden Sie sie herunter, um alles zu sehen.',
};
