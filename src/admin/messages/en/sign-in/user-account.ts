/** The texts of the account on the page of a user, for admins. */
export const texts = {
  sessions: {
    title: 'Sessions',
    none: 'Not signed in anywhere.',
    endAll: 'End all sessions',
    endAllTitle: 'End all sessions?',
    endAllText:
      'The user is signed out on every device, and can sign in again. What they have not saved may be lost.',
    endedAll: 'The sessions have been ended',
    cancel: 'Cancel',
    failedHelp: 'Someone entered a wrong password for this account.',
  },
  resetLink: {
    send: 'Send reset link',
    sent: 'A link to set a new password is on its way to {email}',
  },
  data: { title: 'Personal data' },
  anonymise: {
    open: 'Anonymise…',
    title: 'Anonymise {name}?',
    text: 'For people who have left. A pseudonym replaces name and address in the user record, its history, the audit log and emails. All other details, sessions and own settings are deleted. Records will show the pseudonym instead. This cannot be undone.',
    email: 'Type {email} to confirm',
    reason: 'Consent or reason',
    reasonHelp: 'Who consented to it, or why it has to be done. The audit log keeps it.',
    action: 'Anonymise for good',
    done: 'The user is now {pseudonym}',
    doneExcept: 'The user is now {pseudonym}. These required fields keep their value: {kept}',
    cancel: 'Cancel',
  },
};

export type UserAccountTexts = typeof texts;
