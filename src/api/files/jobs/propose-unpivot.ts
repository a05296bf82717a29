import { mayDo, mayRead } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { createValueFinder } from '../../../files/import/plan/unmatched-values.ts';
import type { FileColumn, suggestMapping } from '../../../files/import/suggest/suggest-mapping.ts';
import { FEWEST_CELLS, suggestUnpivot } from '../../../files/import/suggest/suggest-unpivot.ts';
import type { UserCall } from '../../http/call.ts';

/** The neighbouring columns in which each cell is probably a record. */
export async function proposeUnpivot(
  call: UserCall,
  resource: Resource,
  columns: readonly FileColumn[],
  suggestions: ReturnType<typeof suggestMapping>,
): Promise<string[]> {
  // A field that only the content suggests is a guess.
  const isNamed = (name: string) => (suggestions.get(name)?.why ?? 'content') !== 'content';
  const others = columns.map(({ name }) => name).filter((name) => !isNamed(name));
  if (others.length < FEWEST_CELLS) return [];
  const records = await findRecords(call, resource, others);
  return suggestUnpivot(columns, { isNamed, isRecord: (name) => records.has(name) });
}

/** The names of the collection that has the most of them, among those that records of the resource refer to. */
async function findRecords(call: UserCall, resource: Resource, names: readonly string[]) {
  const { descriptor, role, services } = call;
  let most: ReadonlySet<string> = new Set();
  for (const field of resource.fields.values()) {
    const to = descriptor.resources.get(field.kind.relation?.(field.settings)?.to ?? '');
    if (!to || !mayRead(descriptor, role, resource, field.name)) continue;
    if (!mayDo(descriptor, role, to, 'list')) continue;
    const column = { name: field.name, to: { field: field.name }, field, resource, isTable: true };
    const finder = createValueFinder(call, services.store, column);
    await finder.lookUp(names);
    const found = new Set(names.filter((name) => finder.find(name) !== undefined));
    if (found.size > most.size) most = found;
  }
  return most;
}
