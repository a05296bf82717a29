import { createHash } from 'node:crypto';

/** The name by which connections prepare a statement; undefined for one that does not come often. */
export type StatementNames = (text: string) => string | undefined;

/** Each prepared statement costs memory in every connection, so only frequent ones are prepared. */
const MOST_PREPARED = 400;
const OFTEN = 3;

/** The names of the statements of one database. */
export function createStatementNames(): StatementNames {
  const seen = new Map<string, { times: number; name?: string }>();
  let prepared = 0;

  function forgetRare(): void {
    for (const [text, { name }] of seen) if (!name) seen.delete(text);
  }

  return (text) => {
    let statement = seen.get(text);
    if (!statement) {
      // Statements that run once (a page far down, a long filter) must not fill the memory.
      if (seen.size > 5_000) forgetRare();
      seen.set(text, (statement = { times: 0 }));
    }
    statement.times += 1;
    if (!statement.name && statement.times >= OFTEN && prepared < MOST_PREPARED) {
      prepared += 1;
      statement.name = createHash('sha256').update(text).digest('base64url');
    }
    return statement.name;
  };
}
