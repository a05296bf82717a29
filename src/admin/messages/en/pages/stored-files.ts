/** The texts of the page about all files. */
export const files = {
  lead: 'The files of records are stored in {store}.',
  unscanned:
    '{count} file is waiting for the virus scanner. Nobody can open it until then. |||| {count} files are waiting for the virus scanner. Nobody can open them until then.',
  limit: '{size} of {limit} are used.',
  perUser: 'Each person can upload {limit} in all.',
  kinds: 'Files by use',
  kind: 'Use',
  of: {
    all: 'All files',
    past: 'Only in the history',
    unused: 'Not in any record',
    arriving: 'Being uploaded',
  },
  fields: 'By collection',
  field: 'Field',
  none: 'No record has a file yet.',
  people: 'By person',
  person: 'Uploaded by',
  system: 'The system',
  count: 'Files',
  size: 'Size',
  clean: 'Remove unused files',
  cleanHint:
    'Removes files that were uploaded more than a day ago and that no record has or had. The server does this every hour.',
  cleaned: 'Removed {count} item. |||| Removed {count} items.',
};
