import type { EntryResult } from '../../../../contract/bulk.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { fromRecord } from '../../../client/data-provider.ts';
import type { RecordEntry } from '../../../client/bulk.ts';
import type { Sender } from './create-sender.ts';
import type { Written } from './create-writer.ts';
import { toReversal, toStep, type Step } from './undo-steps.ts';

type Values = Record<string, unknown>;

/** Takes back what a step did where nobody touched it since; the answer is the step that brings it again. */
export async function reverseStep(
  { send, versionOf }: Sender,
  resource: Resource,
  step: Step,
): Promise<{ reverse: Step; written: Written }> {
  const ownFields = (record: Values): Values =>
    Object.fromEntries(
      Object.entries(fromRecord(record)).filter(
        ([name]) => resource.fields.get(name)?.readOnly === false,
      ),
    );
  const entries = toReversal(step, ownFields).map((entry, index) => {
    const { _id } = step[index]!;
    if (entry.action === 'create') return { ...entry, _id };
    const known = versionOf(_id);
    return known === undefined ? entry : { ...entry, _version: known };
  });
  const first = await send(entries);
  // Others of our own steps may have written the record since, and were taken back.
  const again = step.flatMap((part, index): RecordEntry[] => {
    const result = first[index]!;
    const entry = entries[index]!;
    if (result.status !== 'failed' || !result.current || entry.action === 'create') return [];
    return isAsLeft(part, result.current) ? [{ ...entry, _version: result.current._version }] : [];
  });
  const second = await send(again);
  const results = [...first.filter((result) => !isFailed(result)), ...second];
  const failed = step.length - results.filter((result) => !isFailed(result)).length;
  return { reverse: toStep(results), written: { written: step.length - failed, failed } };
}

export function isFailed({ status }: EntryResult): boolean {
  return status === 'failed';
}

/** Has nobody changed since what the step had written? */
function isAsLeft(part: Step[number], current: Values): boolean {
  if (part.kind === 'deleted') return false;
  const left: Values = part.kind === 'changed' ? part.after : fromRecord(part.record);
  return Object.entries(left).every(([name, value]) =>
    isSameJson(value ?? null, current[name] ?? null),
  );
}
