import type { Erased } from '../../contract/past.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { problem } from '../../fields/problems/problem.ts';
import { eraseValues, hasRunningJob, knownFields } from '../../store/system/past/erase.ts';
import { removeBlobs } from '../../store/system/files/remove-unused.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { abortWith, untilAborted } from '../abort.ts';
import { type Acting, auditActorOf } from '../acting.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../refusal.ts';

type Erasing = {
  resource: Resource;
  id: string;
  /** Absent: all, which also removes a deleted record from the trash. */
  fields: readonly string[] | undefined;
};

/** Erases earlier values of a record from everything the system keeps of it, but not its present ones. */
export async function eraseRecord(
  acting: Acting,
  { resource, id, fields: requestedFields }: Erasing,
): Promise<Erased | Refusal> {
  const erased = await untilAborted<(Erased & { blobs: string[] }) | Refusal>(() =>
    acting.services.store.transaction(async (_, sql) => {
      const historyFields = await knownFields(sql, resource, id);
      if (!historyFields) return abortWith(refuseAs('S001'));
      const stored = [...resource.fields.values()]
        .filter(({ computed }) => computed === undefined)
        .map(({ name }) => name);
      const all = new Set([...stored, ...historyFields]);
      const fields = [...new Set(requestedFields ?? all)];
      const unknown = fields.filter((name) => !all.has(name));
      if (unknown.length > 0)
        return abortWith(
          refuse(
            unknown.map((name) =>
              problem('V009', `fields.${fields.indexOf(name)}`, {}, suggestHint(name, [...all])),
            ),
            { status: 422 },
          ),
        );
      // Its file may have the record in any row, and is needed until the end.
      if (await hasRunningJob(sql, acting.descriptor, resource))
        return abortWith(refuse(problem('S010', '', { state: 'running' })));
      const whole = [...all].every((name) => fields.includes(name));
      const done = await eraseValues(sql, acting.descriptor, { resource, id, fields, whole });
      await writeAudit(sql, {
        action: 'valuesErased',
        ...auditActorOf(acting),
        resource: resource.name,
        record: id,
        detail: { fields },
      });
      return { fields, ...done };
    }),
  );
  if (isRefusal(erased)) return erased;
  const { blobs, ...summary } = erased;
  // Their rows are gone; what keeps the server from removing bytes now is made up for by the next clean-up.
  await removeBlobs(acting.services.database, acting.services.blobs, blobs);
  return summary;
}
