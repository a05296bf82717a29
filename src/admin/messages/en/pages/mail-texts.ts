/** The texts of the page with the words of emails. */
export const mailTexts = {
  lead: 'The words of the emails that this application sends. Greeting and closing are added to each.',
  language: 'Language',
  changed: 'own words',
  subject: 'Subject',
  text: 'Text',
  textHelp: 'Plain text. Separate paragraphs with an empty line.',
  placeholders: 'Placeholders',
  required: 'required',
  insert: 'Add {placeholder} to the text',
  save: 'Save',
  saved: 'The words have been saved',
  preview: 'Preview',
  previewOf: 'Preview with sample values',
  reset: 'Back to standard',
  resetDone: 'The standard words are sent again',
};
