/** The texts of an installation without records. */
export const texts = {
  title: 'There are no records yet',
  others: 'Other ways to begin',
  lead: 'Choose how to begin. You can use the other ways later, too.',
  wait: 'No records yet. Ask someone who can create or import records, such as an admin.',
  sample: {
    title: 'Load the sample data',
    text: 'A few hundred records that refer to each other, to try everything. You can undo it.',
    action: 'Load the sample',
    running: 'Loading the sample data',
    progress: '{rows} of {total}',
    done: '{count} sample record loaded. |||| {count} sample records loaded.',
  },
  import: {
    title: 'Import a file',
    text: 'XLSX, CSV, TSV or JSON. You see every problem before anything is written.',
    into: 'Collection',
    action: 'Choose a file',
  },
  describe: {
    title: 'A collection of your own',
    text: 'From nothing, from a file with your rows, or from an example.',
    action: 'Create a collection',
  },
};
