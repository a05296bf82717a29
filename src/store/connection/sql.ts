/**
 * Names in SQL come from the descriptor and pass here; values never become text, they are
 * parameters. Together these are the whole defence against injection.
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For statements that take no parameters (DDL), and only for texts of the descriptor. */
export function quoteText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

/** The parameters of one statement, in the order in which they were first needed. */
export type Params = {
  readonly values: unknown[];
  /** Answers the placeholder. */
  add(value: unknown): string;
};

/** `before`: those that a text made earlier already has. */
export function createParams(before: readonly unknown[] = []): Params {
  const values = [...before];
  return { values, add: (value) => `$${values.push(value)}` };
}
