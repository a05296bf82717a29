import type { Action } from '../../descriptor/settings/actions.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { filesOf, nameInValues } from '../../store/records/files/name-files.ts';
import type { Actor, Store } from '../../store/store.ts';

/**
 * The values of a form with whole files in place of their ids, and what is wrong with them: who fills in the form must
 * have uploaded a file or be able to read it in a record, and it must fit its field.
 */
export async function nameFormFiles(
  store: Store,
  { form }: Action,
  values: Readonly<Record<string, unknown>>,
  by: Actor,
): Promise<{ values: Record<string, unknown>; problems: Problem[] }> {
  const fields = [...form.values()].filter(({ kind }) => kind.files);
  const ids = fields.flatMap((field) => filesOf(field, values[field.name]).map(({ id }) => id));
  const files = await store.nameableFiles(ids, by);
  const filesById = new Map(files.map((file) => [file.id, { json: file }]));
  return nameInValues(fields, values, (_, id) => filesById.get(id));
}
