import { parseEnvironment, type Environment } from './environment.ts';
import { Refusal, toLine } from './refusal.ts';

/** The environment of this process, or all its problems. */
export function readEnvironment(): Environment {
  const outcome = parseEnvironment(process.env);
  if ('environment' in outcome) return outcome.environment;
  throw new Refusal(
    ['Some environment variables are not valid:', ...outcome.problems.map(toLine)],
    outcome,
  );
}
