import type { Way } from '../../../../contract/past.ts';

/** How a change was made, for the history and for recent changes. */
export const ways: Readonly<Record<Way, string>> = {
  form: 'Form',
  grid: 'Grid',
  paste: 'Paste',
  api: 'API',
  key: 'API key',
  mcp: 'assistant (MCP)',
  import: 'Import',
  bulk: 'Bulk action',
  merge: 'Merge',
  action: 'Action',
  generate: 'Generated',
  mapping: 'Mapping',
  public: 'Public form',
  restore: 'Restored',
  undo: 'Undone',
  command: 'Command line',
  system: 'System',
};

/** For a change through an API key whose name the reader may see. */
export const throughKey = 'through the key “{key}”';
