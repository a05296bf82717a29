/** What the page about the server says; it comes with it. */
export const texts = {
  title: 'Information',
  lead: 'What the server reports about itself.',
  reload: 'Reload',
  health: 'Health',
  fine: 'In order',
  attention: 'Needs attention',
  checks: {
    ready: 'Server',
    readyIs: 'Answers in {ms} ms',
    readyNot: 'Not accepting requests: the database does not answer or its tables are not ready',
    up: 'Uptime',
    upSince: 'Since {moment}',
    database: 'Database',
    databaseIs: '{engine} {version}, {size}',
    tables: 'Tables',
    tablesFollow: 'Match the descriptor',
    tablesDiffer: 'Do not match the descriptor yet; `npx backoffice plan` shows why',
    memory: 'Memory',
    records: 'Records',
    recordsYouSee: 'In the collections you may list',
  },
  json: 'Full answer',
  fold: 'Fold all',
  unfold: 'Unfold all',
  copy: 'Copy',
  copied: 'Copied to the clipboard',
  copyFailed: 'The browser did not allow copying',
  entries: '{count} entry |||| {count} entries',
};

export type InfoTexts = typeof texts;
