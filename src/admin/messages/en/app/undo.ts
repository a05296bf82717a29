/** The texts of undoing changes. */
export const undo = {
  apiKeys: 'API keys',
  undo: {
    do: 'Undo',
    running: 'Undoing changes…',
    title: 'Changes undone in part',
    leave: 'You can close this. The work continues.',
    done: '{count} record restored |||| {count} records restored',
    nothing: 'Nothing to undo: the records are as they were before',
    left: '{written} restored, {count} was changed since |||| {written} restored, {count} were changed since',
    changedSince: 'Changed since',
    failed:
      '{written} restored, {count} could not be restored |||| {written} restored, {count} could not be restored',
    stopped: 'The undo stopped: {written} restored. Resume it under “Imports and exports”.',
    show: 'Show them',
    overwrite: 'Overwrite them too',
    trash: 'Trash',
    erase: 'Erase from history…',
    changes: 'Changes',
    steps: 'Undo and redo',
    lastSteps: 'Last steps',
    upTo: 'Choose a step to undo it and all after it.',
    step: { undo: 'Undo: {step}', redo: 'Redo: {step}' },
    did: {
      field: 'Edited {field} of {count} record |||| Edited {field} of {count} records',
      edit: 'Edited {count} cell |||| Edited {count} cells',
      paste: 'Pasted {count} cell |||| Pasted {count} cells',
      create: 'Created {count} record |||| Created {count} records',
      update: 'Edited {count} record |||| Edited {count} records',
      delete: 'Deleted {count} record |||| Deleted {count} records',
    },
  },
} as const;
