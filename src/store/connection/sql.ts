/**
 * Names in SQL come from the descriptor and pass through here; values never become text, only parameters. These two
 * rules are the whole defence against injection.
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For statements that take no parameters (DDL), and only for texts from the descriptor. */
export function quoteText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

/** What the clocks of a time zone show at a moment, `timestamptz`; or the moment at which they show a `timestamp`. */
export function inZone(sql: string, timeZone: string): string {
  return `(${sql} at time zone ${quoteText(timeZone)})`;
}

/** The parameters of one statement, in the order in which they were first needed. */
export type Params = {
  readonly values: unknown[];
  /** Returns the placeholder. */
  add(value: unknown): string;
};

/** The condition of a query on a value that it may have; none for no value and for an empty list. */
export function whenSet(
  { add }: Params,
  value: string | readonly string[] | undefined,
  toCondition: (param: string) => string,
): string[] {
  return value === undefined || (Array.isArray(value) && value.length === 0)
    ? []
    : [toCondition(add(value))];
}

/** `before`: the parameters that an earlier text already has. */
export function createParams(before: readonly unknown[] = []): Params {
  const values = [...before];
  return { values, add: (value) => `$${values.push(value)}` };
}
