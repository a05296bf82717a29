/** Where the API writes what happened; pino fits. What is secret never gets here. */
export type Log = Readonly<
  Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>
>;
