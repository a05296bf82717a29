/** The texts of the page with the words of emails. */
export const mailTexts = {
  lead: 'The texts of the emails that this application sends. A greeting and a closing are added to each.',
  language: 'Language',
  changed: 'own text',
  subject: 'Subject',
  text: 'Text',
  textHelp: 'Plain text. Separate paragraphs with an empty line.',
  placeholders: 'Placeholders',
  required: 'required',
  insert: 'Add {placeholder} to the text',
  save: 'Save',
  saved: 'The text has been saved',
  preview: 'Preview',
  previewOf: 'Preview with sample values',
  reset: 'Back to the standard text',
  resetDone: 'The standard text is sent again',
};
