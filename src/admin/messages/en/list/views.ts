/** The texts of saved views. */
export const texts = {
  views: 'Views',
  more: 'More views ({count})',
  over: '{count}+',
  changed: 'changed',
  save: 'Save changes',
  saved: 'View saved',
  discard: 'Discard',
  saveAs: 'Save as new view',
  edit: 'Rename and share',
  moveLeft: 'Move to the left',
  moveRight: 'Move to the right',
  moved: '{name}: tab {at} of {total}',
  pin: 'Show as a tab',
  unpin: 'Remove from the tabs',
  remove: 'Delete view',
  removeTitle: 'Delete the view “{name}”?',
  removeText: 'The records stay. You cannot restore the view.',
  removeShared: 'The records stay. Everyone with whom you shared the view loses it, too.',
  removed: 'View deleted',
  name: 'Name',
  shared: 'Shared with',
  sharedHint: 'If you choose no roles, only you can see the view.',
  droppedTitle: 'A part of the view “{name}” is missing',
  droppedText:
    'It uses a field that no longer exists or that you may not read: {parts}. Without it, the view may list other records.',
  droppedOpen: 'Show the view without it',
  droppedRemove: 'Remove it from the view',
  cutListTitle: 'A part of the filter of “{name}” is missing',
  cutListText:
    'The list opens with a filter on a field that you may not read. Without it, you may see other records.',
  cutListOpen: 'Show the list without it',
  droppedParts: {
    where: 'filter',
    sort: 'order',
    columns: 'columns',
    shownAs: 'display',
    groups: 'groups',
    figures: 'figures',
  },
};

export type ViewTexts = typeof texts;
