/** The texts for files with more than one thing: lists in a JSON object, and sheets of a workbook. */
export const texts = {
  path: {
    label: 'List of records',
    help: 'Where the file has the records, such as results or data.items',
  },
};
