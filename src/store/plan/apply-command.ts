import type { Plan } from './plan.ts';

/** The command that applies a plan: what is needed is allowed in it, what may be left is named apart. */
export function applyCommand({ hash, steps }: Plan): string {
  const rewrites = steps.some((step) => step.class === 'rewriting');
  const named = steps.filter(({ lost, optional }) => lost !== undefined || optional);
  const drops = named.some((step) => step.class === 'destructive');
  return [
    'npx backoffice apply',
    `--plan ${hash}`,
    ...(rewrites ? ['--allow-rewrite'] : []),
    ...(drops ? ['--allow-destructive'] : []),
    ...named.map(({ id }) => id),
  ].join(' ');
}
