import { previewPlan } from '../../store/schema/plan/make-plan.ts';
import { missingConsent } from '../../store/schema/plan/consent.ts';
import type { Indexes } from '../../contract/meta.ts';
import { hasSlowReads, readIndexes } from '../../store/system/indexes/read-indexes.ts';
import { readDescriptor } from '../read-descriptor.ts';
import { writeAdvice, writeIndexes } from './index-text.ts';
import { writePlan } from './plan-text.ts';
import { UsageError, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';

const noIndexes: Indexes = { since: null, collections: [], advice: { add: [], drop: [] } };

export const plan: Verb = {
  summary: 'Shows what the descriptor would change in the database, without changing anything.',
  usage: '[--indexes] [--json]',
  help: [
    '',
    'Each step is additive (nothing is lost), rewriting (values or names change) or',
    'destructive (something is dropped). Exit code 1 if a step needs consent or is not possible.',
    'After the steps come the indexes that slow lists lack, and those that nothing has used for 30 days.',
    '',
    '  --indexes  lists all indexes, with their reasons, size and use',
  ],
  options: { indexes: { type: 'boolean' } },
  run: async ({ args, options, environment, print, answer }) => {
    if (args.length > 0) throw new UsageError('plan takes no arguments');
    const descriptor = await readDescriptor(environment.resources);
    const hasReplica = environment.databaseReadUrl !== undefined;
    const [made, indexes] = await withDatabase(environment, async (database) => [
      await previewPlan(database, descriptor),
      (await hasSlowReads(database))
        ? await readIndexes(database, descriptor, { hasReplica })
        : noIndexes,
    ]);
    for (const line of writePlan(made, descriptor)) print(line);
    for (const line of writeAdvice(indexes)) print(line);
    if (options['indexes']) for (const line of writeIndexes(indexes)) print(line);
    answer({ ...made, advice: indexes.advice, ...(options['indexes'] && { indexes }) });
    const none = { rewrite: false, destructive: false, named: new Set<string>() };
    return missingConsent(made, none).length > 0 ? 1 : 0;
  },
};
