/** The texts of the page about the server, loaded with it. */
export const texts = {
  title: 'Information',
  lead: 'Status and version of this server.',
  reload: 'Reload',
  health: 'Health',
  fine: 'OK',
  attention: 'Needs attention',
  checks: {
    ready: 'Server',
    readyIs: 'Responds in {ms} ms',
    readyNot: 'Not accepting requests: the database is not responding or its tables are not ready',
    up: 'Uptime',
    upSince: 'Since {moment}',
    database: 'Database',
    databaseIs: '{engine} {version}, {size}',
    tables: 'Tables',
    tablesFollow: 'Match the descriptor',
    tablesDiffer: 'Do not match the descriptor yet; `npx backoffice plan` shows why',
    memory: 'Memory',
    records: 'Records',
    recordsYouSee: 'In the collections you can list',
  },
  json: 'Full response',
  fold: 'Collapse all',
  unfold: 'Expand all',
  copy: 'Copy',
  copied: 'Copied to the clipboard',
  copyFailed: 'Your browser blocked copying. Allow clipboard access and try again.',
  entries: '{count} entry |||| {count} entries',
};

export type InfoTexts = typeof texts;
