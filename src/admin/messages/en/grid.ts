/** What the data grid says. */
export const grid = {
  grid: {
    density: 'Height of rows',
    densities: { compact: 'Compact', standard: 'Standard', comfortable: 'Roomy' },
    column_menu: 'Column %{label}',
    column: {
      up: 'Sort ascending',
      down: 'Sort descending',
      more: 'Sort by this as well',
      pin_left: 'Pin to the left',
      pin_right: 'Pin to the right',
      unpin: 'Unpin',
      move_left: 'Move to the left',
      move_right: 'Move to the right',
      wider: 'Wider',
      narrower: 'Narrower',
      fit: 'Width as it comes',
      hide: 'Hide the column',
    },
    refused_hint: 'F2 to correct it, Esc to leave it as it was',
    conflict: 'Somebody else changed this cell meanwhile',
    keep_theirs: 'Keep theirs',
    keep_mine: 'Keep mine',
    some_failed:
      '%{smart_count} cell could not be saved |||| %{smart_count} cells could not be saved',
    nothing_to_undo: 'Nothing to undo',
    nothing_to_redo: 'Nothing to redo',
    undo_done: 'Undone: %{smart_count} record |||| Undone: %{smart_count} records',
    redo_done: 'Done again: %{smart_count} record |||| Done again: %{smart_count} records',
    step_failed:
      '%{smart_count} record was changed meanwhile and stays as it is |||| %{smart_count} records were changed meanwhile and stay as they are',
  },
};
