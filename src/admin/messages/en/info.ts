/** What the page about the server says; it comes with it. */
export const info = {
  title: 'Information',
  lead: 'What the server says about itself.',
  reload: 'Reload',
  health: 'Health',
  fine: 'In order',
  attention: 'Needs attention',
  checks: {
    ready: 'Server',
    readyIs: 'Answers in {ms} ms',
    readyNot: 'Does not take requests: its database does not answer or its tables are not ready',
    up: 'Uptime',
    upSince: 'Since {moment}',
    database: 'Database',
    databaseIs: '{engine} {version}, {size}',
    tables: 'Tables',
    tablesFollow: 'As the descriptor says',
    tablesDiffer: 'Not yet as the descriptor says; `npx backoffice plan` tells why',
    memory: 'Memory',
    records: 'Records',
    recordsYouSee: 'Of the collections you may list',
  },
  json: 'The whole answer',
  fold: 'Fold all',
  unfold: 'Unfold all',
  copy: 'Copy',
  copied: 'Copied to the clipboard',
  copyFailed: 'The browser did not allow copying',
  entries: '{count} entry |||| {count} entries',
};

export type InfoTexts = typeof info;
