import type { ViewTexts } from '../en/views.ts';

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
};
