/** The texts of undoing changes. */
export const undo = {
  undo: {
    do: 'Undo',
    running: 'Undoing changes…',
    title: 'Changes undone in part',
    leave: 'You can close this. The work continues.',
    done: '%{smart_count} record restored |||| %{formatted} records restored',
    nothing: 'Nothing to undo: the records are as they were before',
    left: '%{written} restored, %{formatted} was changed since |||| %{written} restored, %{formatted} were changed since',
    changed_since: 'Changed since',
    failed:
      '%{written} restored, %{formatted} could not be restored |||| %{written} restored, %{formatted} could not be restored',
    stopped: 'The undo stopped: %{written} restored. Resume it under “Imports and exports”.',
    show: 'Show them',
    overwrite: 'Overwrite them too',
    trash: 'Trash',
    erase: 'Erase from history…',
    changes: 'Changes',
    steps: 'Undo and redo',
    last_steps: 'Last steps',
    up_to: 'Choose a step to undo it and all after it.',
    undo_step: 'Undo: %{step}',
    redo_step: 'Redo: %{step}',
    did: {
      field: 'Edited %{field} of %{formatted} record |||| Edited %{field} of %{formatted} records',
      edit: 'Edited %{formatted} cell |||| Edited %{formatted} cells',
      paste: 'Pasted %{formatted} cell |||| Pasted %{formatted} cells',
      create: 'Created %{formatted} record |||| Created %{formatted} records',
      update: 'Edited %{formatted} record |||| Edited %{formatted} records',
      delete: 'Deleted %{formatted} record |||| Deleted %{formatted} records',
    },
  },
};
