import { requireEntry } from '../../../fields/require-entry.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import { checkRules } from '../../../descriptor/rules/check-rules.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import {
  HookFailure,
  type HookAnswer,
  type HookBatch,
  type HookedOperation,
  type HooksOf,
  type PlannedWrite,
} from '../../write-hooks.ts';
import { toFieldHook, type WriteCode } from './field-code.ts';
import { isScheduled, nameOfHook, type RecordHook } from './hook-code.ts';
import { queueHookCall } from './hook-calls.ts';
import { runHook } from './run-hook.ts';

/** Connects the code of the installation with the writes to its resources. */
export function createHooks(codes: () => WriteCode): HooksOf {
  return ({ name }) => {
    const { hooks: declared = [], fields = [] } = codes();
    const isOurs = ({ resource }: { resource: string }) => resource === name;
    // Fields come last, so that they are computed from what the hooks have added.
    const hooks: Hook[] = [
      ...declared.filter((code): code is RecordHook => !isScheduled(code) && isOurs(code)),
      ...fields.filter(isOurs).map(toFieldHook),
    ];
    if (hooks.length === 0) return undefined;
    return {
      before: (operation, batch) => askHooks(hooks, operation, batch),
      after: async (operation, batch) => {
        for (const hook of hooks) {
          const { after, afterCommit } = hook;
          const call = after?.[operation]?.bind(after);
          if (call) await runHook(nameOfHook(hook), () => call(batch));
          if (afterCommit?.[operation]) await queueHookCall(nameOfHook(hook), operation, batch);
        }
      },
    };
  };
}

/** `computes` names the field that it may set although it is computed in code. */
type Hook = RecordHook & { computes?: string };

/** Asks the hooks one after the other; each sees what those before it have added, and nothing that they refused. */
async function askHooks(
  hooks: readonly Hook[],
  operation: HookedOperation,
  batch: HookBatch<PlannedWrite>,
): Promise<Map<string, HookAnswer>> {
  const answers = new Map<string, HookAnswer>();
  let records = batch.records;
  for (const hook of hooks) {
    const { before } = hook;
    const call = before?.[operation]?.bind(before);
    if (!call || records.length === 0) continue;
    const name = nameOfHook(hook);
    const given = (await runHook(name, () => call({ ...batch, records }))) ?? [];
    const byId = new Map(given.map((answer) => [answer.id, answer]));
    for (const id of byId.keys())
      if (!records.some((record) => record.id === id))
        throw new HookFailure(name, `answered for ${id}, which is not among its records`);
    records = records.flatMap((record) => {
      const answer = byId.get(record.id);
      if (!answer || ('problems' in answer && answer.problems.length === 0)) return [record];
      const asking = { name, computes: hook.computes, operation, batch };
      const settled = settle(asking, record, answer);
      if ('problems' in settled) {
        answers.set(record.id, { id: record.id, problems: settled.problems });
        return [];
      }
      const had = answers.get(record.id);
      const values = { ...(had && 'values' in had && had.values), ...settled.values };
      answers.set(record.id, { id: record.id, values });
      return [{ ...record, values: { ...record.values, ...values } }];
    });
  }
  return answers;
}

type Asking = {
  name: string;
  computes: string | undefined;
  operation: HookedOperation;
  batch: HookBatch<PlannedWrite>;
};

/** The values of an answer as the store takes them, checked like those of a user; or why the record is refused. */
function settle(
  { name, computes, operation, batch: { resource, by } }: Asking,
  { before, values: planned }: PlannedWrite,
  answer: HookAnswer,
): { values: Record<string, unknown> } | { problems: readonly Problem[] } {
  if ('problems' in answer) return answer;
  if (operation === 'delete')
    throw new HookFailure(name, 'returned values for a record that is deleted');
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(answer.values)) {
    const isItsOwn = field === computes;
    values[field] = toStorable({ name, resource, isItsOwn }, field, value);
  }
  const record = { ...before, ...planned, ...values };
  const { problems, cleared } = checkRules({
    resource,
    writer: undefined,
    record,
    before: before ?? record,
    moment: { now: new Date(), userId: by.userId, timeZone: resource.timeZone },
    changed: new Set(Object.keys(values)),
    isOurs: (field) => Object.hasOwn(values, field),
  });
  for (const field of cleared) values[field] = emptyOf(requireEntry(resource.fields, field));
  return problems.length > 0 ? { problems } : { values };
}

type Storing = { name: string; resource: Resource; isItsOwn: boolean };

function toStorable({ name, resource, isItsOwn }: Storing, path: string, value: unknown): unknown {
  const field = resource.fields.get(path);
  if (!field) throw new HookFailure(name, `returned a value of ${path}, which is no field`);
  if (isDerived(field) && !isItsOwn)
    throw new HookFailure(name, `returned a value of ${path}, which is computed`, { field: path });
  const checked = checkField(field, value);
  if (!('problems' in checked)) return checked.value;
  const reasons = checked.problems.map((each) => `${each.path} ${each.message}`).join('; ');
  throw new HookFailure(name, `returned a value that cannot be stored: ${reasons}`, {
    field: path,
  });
}
