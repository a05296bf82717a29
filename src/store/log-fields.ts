/** The fields that a line of the log can have, besides those of every line. `docs/operations.md` explains each. */
export const logFields = [
  'address',
  'attempt',
  'backend',
  'changes',
  'code',
  'count',
  'databaseMs',
  'dropped',
  'err',
  'error',
  'export',
  'failed',
  'file',
  'fileStore',
  'folder',
  'found',
  'hash',
  'hook',
  'job',
  'key',
  'kind',
  'limit',
  'mail',
  'method',
  'ms',
  'of',
  'open',
  'path',
  'problems',
  'provider',
  'queryId',
  'reason',
  'refused',
  'requestId',
  'route',
  'rows',
  'sessionId',
  'sha256',
  'statement',
  'statements',
  'status',
  'table',
  'tables',
  'task',
  'type',
  'userId',
  'webhook',
] as const;

/** What a line of the log tells besides its sentence. The compiler refuses fields that are not in the list. */
export type LogFields = { readonly [Name in (typeof logFields)[number]]?: unknown };

/** The log of the API; pino fits. No secrets are passed to it. */
export type Log = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: LogFields, message: string) => void>
>;
