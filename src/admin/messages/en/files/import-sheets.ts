/** The texts for files with more than one thing: lists in a JSON object, and sheets of a workbook. */
export const texts = {
  path: {
    label: 'List of records',
    help: 'Where the records are in the file, such as results or data.items',
  },
  others: {
    title: 'Other sheets',
    lead: 'The workbook has more sheets. Choose a collection for each sheet that you also want to import.',
    leaveOut: 'Leave out',
    add: 'Set up these sheets',
  },
  steps: {
    title: 'Sheets of the workbook',
    into: '{sheet}: {name}',
    lead: 'Start the dry run of each sheet, from the first to the last. Then import all sheets.',
    import: 'Import all sheets',
    next: 'Next sheet: {sheet}',
    importRest: 'Import the remaining sheets',
    failed: 'Failed rows: {count}',
    held: 'All rows of this sheet must succeed.',
  },
};
