import { readFileSync } from 'node:fs';
import { problem, type Problem } from '../../fields/problems/problem.ts';

type Source = Readonly<Record<string, string | undefined>>;

const ending = '_FILE';

/**
 * Reads variables from files, so that a secret need not be in the environment, where other programs may see it:
 * `SECRET_FILE` names the file that has the value of `SECRET`. Containers and systemd give secrets this way.
 */
export function readVariableFiles(
  source: Source,
  isOurs: (name: string) => boolean,
): { source: Source; problems: Problem[] } {
  const problems: Problem[] = [];
  const read: Record<string, string | undefined> = { ...source };
  for (const [variable, path] of Object.entries(source)) {
    const name = variable.slice(0, -ending.length);
    if (!variable.endsWith(ending) || !isOurs(name) || !path?.trim()) continue;
    delete read[variable];
    const wrong = (expected: string): void =>
      void problems.push(problem('V002', variable, { expected }));
    if (source[name]?.trim()) wrong(`absent where ${name} is set`);
    else
      try {
        read[name] = readFileSync(path.trim(), 'utf8');
      } catch {
        wrong('a file that this user can read');
      }
  }
  return { source: read, problems };
}
