import type { UserCall } from '../../api/http/call.ts';
import { refuse, refuseAs, type Refusal } from '../../api/http/refusal.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import { resourceNamed } from '../masters/read-all.ts';

/** The fields of a resource that an answer is made of, by the resource's name. */
export type Asked = Readonly<Record<string, readonly string[]>>;

/** The project of the path, if the caller may see it and may read all that `asked` names. */
export async function findProject(
  call: UserCall,
  asked: Asked,
): Promise<{ project: StoredRecord } | Refusal> {
  const { descriptor, role, params, parts } = call;
  const { id = '' } = params;
  const [found] = isRecordId(id)
    ? await parts.store.findMany(resourceNamed(descriptor, 'projects'), '_id', [id])
    : [];
  if (!found) return refuseAs('S001');
  for (const [name, fields] of Object.entries(asked)) {
    const hidden = fields.find(
      (field) => !mayRead(descriptor, role, resourceNamed(descriptor, name), field),
    );
    if (hidden !== undefined) return refuse(problem('A007', `${name}.${hidden}`, { role }));
  }
  return { project: found };
}

/** Whether the caller may list all of these and read what is asked of them; what they may not is not counted. */
export function mayCount({ descriptor, role }: UserCall, asked: Asked): boolean {
  return Object.entries(asked).every(([name, fields]) => {
    const resource = descriptor.resources.get(name);
    return (
      resource !== undefined &&
      mayDo(descriptor, role, resource, 'list') &&
      fields.every((field) => mayRead(descriptor, role, resource, field))
    );
  });
}
