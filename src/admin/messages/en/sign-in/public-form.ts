/** The pages of public forms. */
export const texts = {
  send: 'Send',
  thanks: 'Thank you',
  received: 'We have received your entry.',
  another: 'Send another entry',
  optional: '{label} (optional)',
  localTime: 'Local time in {timeZone}',
  choose: 'Please choose',
  missing: 'Please fill in this field.',
  missingChoice: 'Please choose one.',
  closed:
    'This form does not accept your entry at the moment. Choose something else, or try again later.',
  refused: 'Your entry was not accepted',
  loading: 'Loading the form…',
  unknown: 'This address has no form',
  unknownText: 'Check the address, or ask who gave it to you.',
  failed: 'The form could not be loaded',
  failedText: 'Check your connection.',
  again: 'Try again',
};

export type PublicFormTexts = typeof texts;
