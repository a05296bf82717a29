import { previewPlan } from '../../store/schema/plan/make-plan.ts';
import { missingConsent } from '../../store/schema/plan/consent.ts';
import type { Indexes } from '../../contract/meta.ts';
import { readPermissionCosts } from '../../store/system/permission-costs.ts';
import { hasSlowReads, readIndexes } from '../../store/system/indexes/read-indexes.ts';
import { readDescriptor } from '../read/read-descriptor.ts';
import { writeAdvice, writeIndexes } from './index-text.ts';
import { writePlan } from './plan-text.ts';
import { UsageError, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';
import type { PermissionCosts } from '../../contract/structure/permission-costs.ts';

const noIndexes: Indexes = { since: null, collections: [], advice: { add: [], drop: [] } };

export const plan: Verb = {
  summary: 'Shows what the descriptor would change in the database, without changing anything.',
  usage: '[--indexes] [--permissions] [--json]',
  help: [
    '',
    'Each step is additive (nothing is lost), rewriting (values or names change) or',
    'destructive (something is dropped). Exit code 1 if a step needs consent or is not possible.',
    'After the steps come the indexes that slow lists lack, and those that nothing has used for 30 days.',
    '',
    '  --indexes      lists all indexes, with their reasons, size and use',
    '  --permissions  shows what row permissions and checks over other records cost; the plan must be applied',
  ],
  options: { indexes: { type: 'boolean' }, permissions: { type: 'boolean' } },
  run: async ({ args, options, environment, print, answer }) => {
    if (args.length > 0) throw new UsageError('plan takes no arguments');
    const descriptor = await readDescriptor(environment.resources);
    const hasReplica = environment.databaseReadUrl !== undefined;
    const {
      made: pendingPlan,
      indexes,
      costs,
    } = await withDatabase(environment, async (database) => {
      const pending = await previewPlan(database, descriptor);
      // Lists of fields that do not exist yet cannot be planned.
      const isAsked = options['permissions'] === true && pending.steps.length === 0;
      return {
        made: pending,
        indexes: (await hasSlowReads(database))
          ? await readIndexes(database, descriptor, { hasReplica })
          : noIndexes,
        costs: isAsked ? await readPermissionCosts(database, descriptor) : undefined,
      };
    });
    for (const line of writePlan(pendingPlan, descriptor)) print(line);
    for (const line of writeAdvice(indexes)) print(line);
    if (options['permissions']) for (const line of writeCosts(costs)) print(line);
    if (options['indexes']) for (const line of writeIndexes(indexes)) print(line);
    answer({
      ...pendingPlan,
      advice: indexes.advice,
      ...(options['indexes'] && { indexes }),
      ...(costs && { permissions: costs }),
    });
    const none = { rewrite: false, destructive: false, named: new Set<string>() };
    return missingConsent(pendingPlan, none).length > 0 ? 1 : 0;
  },
};

/** Returns the costs of row permissions and checks as lines of text. Undefined costs wait for the plan. */
function writeCosts(costs: PermissionCosts | undefined): string[] {
  if (!costs)
    return ['', 'permissions', '  apply the plan first; their costs are known afterwards'];
  const lines = [
    ...costs.lists.map(listText),
    ...costs.checks.map(
      ({ resource, index, judgedWith, reads }) =>
        `${resource}.checks.${index}: ${[
          ...(judgedWith.length > 0 ? [`judged at each write to ${judgedWith.join(', ')}`] : []),
          ...(reads.length > 0 ? [`reads ${reads.join(', ')}`] : []),
        ].join('; ')}`,
    ),
  ];
  const remarks =
    lines.length > 0 ? lines : ['no list is limited, and no check reads other records'];
  return ['', 'permissions', ...remarks.map((line) => `  ${line}`)];
}

function listText({ resource, role, reads, factor, scans }: PermissionCosts['lists'][number]) {
  const parts = [
    `the first page costs ${factor} times that of all records`,
    ...(reads.length > 0 ? [`asks ${reads.join(', ')}`] : []),
    ...scans.map((scan) => `reads all ${scan.rows} records of ${scan.resource}`),
  ];
  return `${role}, ${resource}: ${parts.join('; ')}`;
}
