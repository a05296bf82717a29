/** The pages of public forms. */
export const texts = {
  send: 'Send',
  thanks: 'Thank you',
  received: 'We have received your entry.',
  mailedTitle: 'Please check your email',
  mailed:
    'We have sent you an email with a link. Your entry counts once you open the link and confirm it. The link expires in 24 hours.',
  confirmTitle: 'Confirm your entry',
  confirmLead: 'Your entry counts once you confirm it.',
  confirm: 'Confirm my entry',
  ends: {
    used: 'The link was used before, or it has expired. If you have confirmed your entry, you need not do anything.',
    full: 'What you have chosen is full or closed at the moment. Nothing was stored. You can confirm your entry later: the link works until 24 hours after you sent the form.',
    closed:
      'The form has changed, or what you have chosen is not available any more. Nothing was stored.',
  },
  fillAgain: 'Fill in the form again',
  another: 'Send another entry',
  optional: '{label} (optional)',
  taken: '{label} (not available)',
  trap: 'Leave this field empty',
  localTime: 'Local time in {timeZone}',
  choose: 'Please choose',
  tooLarge: 'Is larger than {size}',
  notSent: 'The file did not arrive. Check your connection and choose it again.',
  sendingFile: 'Sending…',
  fileSent: 'Received',
  remove: 'Remove',
  removeFile: 'Remove {name}',
  filesOnTheirWay: 'Wait until the files are sent, or remove them.',
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
