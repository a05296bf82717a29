import { previewPlan } from '../../store/schema/plan/make-plan.ts';
import { missingConsent } from '../../store/schema/plan/consent.ts';
import { readDescriptor } from '../read-descriptor.ts';
import { writePlan } from './plan-text.ts';
import { UsageError, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';

export const plan: Verb = {
  summary: 'Shows what the descriptor would change in the database, without changing anything.',
  usage: '[--json]',
  help: [
    '',
    'Each step is additive (nothing is lost), rewriting (values or names change) or',
    'destructive (something is dropped). Exit code 1 if a step needs consent or is not possible.',
  ],
  options: {},
  run: async ({ args, environment, print, answer }) => {
    if (args.length > 0) throw new UsageError('plan takes no arguments');
    const descriptor = await readDescriptor(environment.resources);
    const made = await withDatabase(environment, (database) => previewPlan(database, descriptor));
    for (const line of writePlan(made, descriptor)) print(line);
    answer(made);
    const none = { rewrite: false, destructive: false, named: new Set<string>() };
    return missingConsent(made, none).length > 0 ? 1 : 0;
  },
};
