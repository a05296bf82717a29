import type { HelpScreen } from '../../../shell/help/help-screens.ts';

/** What a screen is for, the most useful things to do there, and its keys. */
type ScreenHelp = { about: string; steps: readonly string[]; keys?: Record<string, string> };

const screens: Record<HelpScreen, ScreenHelp> = {
  '/dashboard': {
    about:
      'The start page shows how much there is, what is waiting for you and what changed most recently.',
    steps: [
      'Choose a number or a card to open the list behind it.',
      'Read the latest changes, and open the record that was changed.',
      'Search everything with the magnifying glass in the top bar.',
      'Pin a record on its page to keep it in the menu.',
    ],
    keys: { 'Ctrl+k': 'Search and commands' },
  },
  '/inbox': {
    about: 'What concerns you: who mentioned you, asked you or answered you.',
    steps: [
      'Open an entry to see the conversation at its record.',
      'Hide an entry until a day if you cannot do it now.',
      'Mark entries as read, one by one or all together.',
    ],
    keys: {
      ArrowDown: 'Next entry',
      Enter: 'Open the entry',
      u: 'Mark the entry as read or unread',
      s: 'Hide the entry until a day',
    },
  },
  '/tools/overview': {
    about: 'Import and export files, and find duplicates, for all collections in one place.',
    steps: [
      'Choose a collection and drop a file to import it.',
      'Export a collection in the format you need.',
      'Open a recent import to see its result or undo it.',
    ],
  },
  '/tools/import': {
    about: 'Bring the rows of a file or a spreadsheet into a collection.',
    steps: [
      'Choose the collection, then drop a file or paste cells.',
      'Check the layout of the file, and which column goes into which field.',
      'Look at the dry run: it shows every problem and changes nothing.',
      'Import. Correct the rows that failed, and import them again.',
      'Undo the import if it was a mistake.',
    ],
  },
  '/tools/jobs': {
    about: 'All imports and exports, the latest first.',
    steps: [
      'Open an import to see its progress or its result.',
      'Resume an import that was interrupted. No row is imported twice.',
      'See how many records an export contained, and whether it was complete.',
    ],
  },
  '/tools/recipes': {
    about: 'The saved settings of imports, by collection.',
    steps: [
      'Save a recipe on the page of an import, with “Save as recipe…”.',
      'Share it with everyone who can import there, or with certain roles.',
      'Look at its versions, and go back to an earlier one.',
    ],
  },
  '/tools/duplicates': {
    about: 'Find records that mean the same thing, and keep one of them.',
    steps: [
      'Choose a collection and how to compare its records.',
      'Compare the identifiers on each card. A warning says if they differ.',
      'Choose “Merge…”, then the record that stays and its values.',
      'Choose “Not the same” for records that are different things. They are not shown again.',
      'Undo a merge, or the decision “Not the same”, at the end of the page.',
    ],
  },
  '/admin/overview': {
    about: 'Decide who may sign in, and invite people.',
    steps: [
      'Approve a registration with a role, or reject it with a reason.',
      'Be careful with registrations without a confirmed address.',
      'Invite people by pasting their addresses.',
      'Open a user to change the role or to disable the account.',
    ],
  },
  '/admin/widgets': {
    about: 'Numbers about people and their sign-ins.',
    steps: ['See how many people wait, are active or are disabled.', 'Choose a number to see who.'],
  },
  '/admin/files': {
    about: 'How many files there are, how much space they use, and who uploaded them.',
    steps: [
      'See which fields and people have the most.',
      'Check how much space is left, if there is a limit.',
      'Remove what no record needs.',
    ],
  },
  '/admin/outbox': {
    about: 'All emails that Backoffice sends, and whether they arrived at the mail server.',
    steps: [
      'Filter by state to find emails that were not sent.',
      'Read what the mail server answered.',
      'Send an email again once the cause is fixed.',
    ],
  },
  '/admin/mailtexts': {
    about:
      'The text of each email, in each language. The standard text is sent unless you write your own.',
    steps: [
      'Choose the kind of email and the language.',
      'Write plain text with placeholders such as {link}.',
      'Look at the preview, then save.',
    ],
  },
  '/admin/webhooks': {
    about: 'Send the changes of collections to another system.',
    steps: [
      'Create a webhook with an address, collections and a role.',
      'Copy its secret to the receiver, and send a test.',
      'Open a webhook to see its deliveries, and send failed ones again.',
    ],
  },
  '/admin/audit': {
    about: 'Who did what, when and from where. Nobody can change this log.',
    steps: [
      'Filter by action, person or time.',
      'Export what you have found.',
      'Compare the address and the device if a sign-in looks odd.',
    ],
  },
  '/changes': {
    about: 'What people changed lately, grouped as they did it.',
    steps: [
      'Filter by person, collection, way or time.',
      'Open a set to see each record it changed.',
      'Undo a whole set. Records that changed since stay as they are.',
    ],
  },
  '/structure/overview': {
    about: 'What this installation declares: collections, fields and permissions.',
    steps: [
      'See how the collections refer to each other.',
      'Look up a field in the data dictionary, or download it.',
      'Check what a role may see and do.',
      'Compare the saved file with what is in use.',
      'With the right to configure: change the text, review what it does, and apply it.',
    ],
  },
  '/info/overview': {
    about: 'Versions, sizes and states of the running system.',
    steps: [
      'Check that the database answers.',
      'Name the version when you report a problem.',
      'See how many records each collection has.',
    ],
  },
  '/users/myprofile': {
    about: 'Your account: name, password, language, and where you are signed in.',
    steps: [
      'Change your name or your password.',
      'Choose language and appearance.',
      'End sign-ins on devices that you no longer use.',
    ],
    keys: { 'Alt+Shift+l': 'Lock the screen' },
  },
  '/help': {
    about: 'The documentation of Backoffice. It also works without the internet.',
    steps: [
      'Start with “The data grid” and “Handbook for staff”.',
      'Find the meaning of a code, such as V012, under “Problems”.',
    ],
  },
  job: {
    about: 'One import, step by step. You can leave the page and come back.',
    steps: [
      'Correct how the file is read, if its first rows look wrong.',
      'Choose a field for each column, or leave the column out.',
      'In a workbook, choose a collection for each further sheet to import them together.',
      'Run the dry run and look at the problems.',
      'Import, then download the rows that failed.',
      'Undo the import if it was a mistake.',
    ],
  },
  list: {
    about: 'All records of a collection that you may see, as a table you can edit.',
    steps: [
      'Search, or add filters. The address keeps them, so you can share the link.',
      'Sort by a column head, and choose, move and resize columns.',
      'Edit a cell by typing. Paste whole blocks from a spreadsheet.',
      'Select rows to change, export or delete them together.',
      'Save filters, columns and order as a view.',
      'Undo with one key what you changed in the list.',
    ],
    keys: {
      Enter: 'Edit the cell',
      'Ctrl+Enter': 'Open the page of the record',
      ' ': 'Show the full value of a cell',
      'Ctrl+z': 'Undo',
      'Shift+F10': 'Open the menu of the row or column',
    },
  },
  record: {
    about: 'Everything about one record: its values, what refers to it, and its history.',
    steps: [
      'Change values and save. Problems are shown beside their fields.',
      'Open the related lists to see what refers to this record.',
      'Some lists, such as the lines of an order, are changed and saved together with the record.',
      'Compare earlier versions in the history, and restore one.',
      'If someone else has saved in the meantime, choose field by field.',
      'Pin the record to keep it in the menu.',
    ],
    keys: {
      'Ctrl+s': 'Save',
      'Alt+PageDown': 'Next record of the list',
      'Alt+PageUp': 'Previous record of the list',
    },
  },
  create: {
    about: 'A new record of this collection.',
    steps: [
      'Fill in the fields with a star; they are required.',
      'Start typing to find a record that a field refers to.',
      'Save. Each problem is named beside its field.',
    ],
    keys: { 'Ctrl+s': 'Save' },
  },
  trash: {
    about: 'Deleted records, until their time is over.',
    steps: [
      'Open a record to see what it was.',
      'Select records and restore them with their links.',
      'Delete records for good if they must not stay.',
    ],
  },
};

/** The texts of the help panel and of the pages of the documentation. */
export const texts = {
  title: 'Help',
  close: 'Close help',
  steps: 'What you can do here',
  keys: 'Keys',
  allKeys: 'All keyboard shortcuts',
  more: 'Read more: {title}',
  newTab: '(opens in a new tab)',
  inEnglish: 'The documentation is in English.',
  noHelp: 'This page has no help yet. Try the documentation.',
  all: 'All pages of the documentation',
  missing: 'The documentation has no page with this name.',
  diagram: 'Diagram, as text',
  groups: { work: 'Daily work', setup: 'Set up an installation', code: 'Programs and code' },
  screens,
};

export type HelpTexts = typeof texts;
