import type { ViewTexts } from '../../en/list/views.ts';

export const texts: ViewTexts = {
  views: 'Ansichten',
  more: 'Weitere Ansichten ({count})',
  over: '{count}+',
  changed: 'geändert',
  save: 'Änderungen speichern',
  saved: 'Ansicht gespeichert',
  discard: 'Verwerfen',
  saveAs: 'Als neue Ansicht speichern',
  edit: 'Umbenennen und teilen',
  moveLeft: 'Nach links verschieben',
  moveRight: 'Nach rechts verschieben',
  moved: '{name}: Tab {at} von {total}',
  pin: 'Als Tab zeigen',
  unpin: 'Aus den Tabs entfernen',
  remove: 'Ansicht löschen',
  removeTitle: 'Ansicht „{name}“ löschen?',
  removeText: 'Die Datensätze bleiben. Sie können die Ansicht nicht wiederherstellen.',
  removeShared:
    'Die Datensätze bleiben. Alle, mit denen Sie die Ansicht geteilt haben, verlieren sie auch.',
  removed: 'Ansicht gelöscht',
  name: 'Name',
  shared: 'Geteilt mit',
  sharedHint: 'Ohne Rolle können nur Sie die Ansicht sehen.',
  droppedTitle: 'Der Ansicht „{name}“ fehlt ein Teil',
  droppedText:
    'Sie verwendet ein Feld, das es nicht mehr gibt oder das Sie nicht lesen dürfen: {parts}. Ohne diesen Teil zeigt die Ansicht vielleicht andere Datensätze.',
  droppedOpen: 'Ansicht ohne diesen Teil zeigen',
  droppedRemove: 'Aus der Ansicht entfernen',
  cutListTitle: 'Dem Filter von „{name}“ fehlt ein Teil',
  cutListText:
    'Die Liste öffnet sich mit einem Filter über ein Feld, das Sie nicht lesen dürfen. Ohne diesen Teil sehen Sie vielleicht andere Datensätze.',
  cutListOpen: 'Liste ohne diesen Teil zeigen',
  droppedParts: {
    where: 'Filter',
    sort: 'Reihenfolge',
    columns: 'Spalten',
    shownAs: 'Darstellung',
    groups: 'Gruppen',
    figures: 'Kennzahlen',
  },
};
