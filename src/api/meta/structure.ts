import { PermissionCosts } from '../../contract/structure/permission-costs.ts';
import {
  Indexes,
  PendingPlan,
  Structure,
  type FileState,
  type Plan,
  type Violations,
} from '../../contract/meta.ts';
import { mayAdminister } from '../../descriptor/access.ts';
import { readPermissionCosts } from '../../store/system/permission-costs.ts';
import { readIndexes } from '../../store/system/indexes/read-indexes.ts';
import { answer } from '../http/answer/answer.ts';
import type { DescriptorFiles } from '../api-services.ts';
import type { UserCall } from '../http/call.ts';

/** Responds with the whole applied descriptor, including the rights of all roles, for its developers. */
export async function answerStructure(call: UserCall): Promise<Response> {
  const { source, hash } = call.descriptor;
  const file = await inspectFile(call);
  return answer(call, 200, Structure, { descriptor: source, hash, file: file.told });
}

/** Responds with the steps from the applied descriptor to the file. Changes and locks nothing. */
export async function answerPendingPlan(call: UserCall): Promise<Response> {
  const { told, found } = await inspectFile(call);
  const [{ applyCommand }, { previewPlan }] = await Promise.all([
    import('../../store/schema/plan/consent.ts'),
    import('../../store/schema/plan/make-plan.ts'),
  ]);
  const plan =
    told.state === 'differs' && found && 'descriptor' in found
      ? await previewPlan(call.services.database, found.descriptor)
      : undefined;
  const shown = plan && (mayAdminister(call.descriptor, call.role) ? plan : withoutRecords(plan));
  const command = (plan && plan.steps.length > 0 && applyCommand(plan)) || null;
  return answer(call, 200, PendingPlan, { file: told, plan: shown ?? null, command });
}

/** Responds with all indexes and their use, and which to add or drop. */
export async function answerIndexes(call: UserCall): Promise<Response> {
  const { database } = call.services;
  const hasReplica = database.replica() !== undefined;
  const indexes = await readIndexes(database, call.descriptor, { hasReplica });
  return answer(call, 200, Indexes, indexes);
}

/** Responds with what row permissions and checks over other records cost. */
export async function answerPermissionCosts(call: UserCall): Promise<Response> {
  const costs = await readPermissionCosts(call.services.database, call.descriptor);
  return answer(call, 200, PermissionCosts, costs);
}

type Found = Awaited<ReturnType<DescriptorFiles['inspect']>>;

/** `unknown`: the API has no file. */
async function inspectFile({ services, descriptor }: UserCall): Promise<{
  found?: Found;
  told: FileState;
}> {
  const { descriptorFiles } = services;
  if (!descriptorFiles) return { told: { state: 'unknown', name: null, problems: [] } };
  const { name } = descriptorFiles;
  const found = await descriptorFiles.inspect(await descriptorFiles.read());
  if ('problems' in found)
    return { found, told: { state: 'broken', name, problems: [...found.problems] } };
  const state = found.descriptor.hash === descriptor.hash ? 'applied' : 'differs';
  return { found, told: { state, name, problems: [] } };
}

/** Leaves only the counts, because a developer of the descriptor may not be allowed to read every record. */
export function withoutRecords({ hash, steps }: Plan): Plan {
  const count = (violations: Violations): Violations => ({ count: violations.count, sample: [] });
  return {
    hash,
    steps: steps.map(({ violations, lost, unfit, ...step }) => ({
      ...step,
      ...(violations && { violations: count(violations) }),
      ...(lost && { lost: count(lost) }),
      ...(unfit && { unfit: count(unfit) }),
    })),
  };
}
