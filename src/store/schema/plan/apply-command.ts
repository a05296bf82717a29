import type { Plan } from '../../../contract/meta.ts';

/** The command that applies a plan. What drops something is never in it: somebody has to write that. */
export function applyCommand({ hash, steps }: Plan): string {
  const rewrites = steps.some((step) => step.class === 'rewriting');
  const named = steps.filter(({ class: kind, lost }) => kind === 'rewriting' && lost !== undefined);
  return [
    'npx backoffice apply',
    `--plan ${hash}`,
    ...(rewrites ? ['--allow-rewrite'] : []),
    ...named.map(({ id }) => id),
  ].join(' ');
}
