import { post } from '../post.ts';
import { readRefusal, secondsToWait, type ServerProblem } from '../read-refusal.ts';

/** Why something was not done, as far as its page has to tell them apart. */
export type Refused =
  | { reason: 'unreachable' }
  | { reason: 'tooOften'; seconds: number }
  | { reason: 'broken'; status: number }
  /** What the server finds wrong with what was sent, by its path. */
  | { reason: 'refused'; problems: Readonly<Record<string, string>>; codes: readonly string[] };

/** Sends a form of a visitor; answers why it was refused, if it was. */
export async function send(path: string, body: unknown): Promise<Refused | undefined> {
  const response = await post(path, body);
  if (response === undefined) return { reason: 'unreachable' };
  const { ok, status } = response;
  if (ok) return undefined;
  if (status === 429) return { reason: 'tooOften', seconds: secondsToWait(response) };
  if (status >= 500) return { reason: 'broken', status };
  const { problems = [] } = await readRefusal(response);
  return {
    reason: 'refused',
    problems: await sayAll(problems),
    codes: problems.map(({ code }) => String(code)),
  };
}

/** The server's own words are English; all others are loaded now that they are needed. */
async function sayAll(problems: readonly ServerProblem[]): Promise<Record<string, string>> {
  const [{ loadCatalog }, { problemText }] = await Promise.all([
    import('../../messages/catalog.ts'),
    import('../../messages/problem-text.ts'),
  ]);
  await loadCatalog();
  return Object.fromEntries(
    problems.map((problem) => {
      const text = problemText(problem);
      return [problem.path, text.charAt(0).toUpperCase() + text.slice(1)];
    }),
  );
}
