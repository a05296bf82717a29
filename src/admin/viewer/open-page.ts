import { requireEntry } from '../../fields/require-entry.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { FileTools, PagePlace } from '../../fields/files/file-context.tsx';
import type { FileValue } from '../../fields/files/file-value.ts';
import { call } from '../client/http.ts';

/** Opens the file of a field, of the record or behind a reference, at a page. False if there is none. */
export async function openPage(
  { resources }: Descriptor,
  { resource, record, path }: PagePlace,
  page: number,
  open: FileTools['open'],
): Promise<boolean> {
  const [head = '', behind] = path.split('.');
  const own = requireEntry(resources, resource);
  const field = requireEntry(own.fields, head);
  const to = field.kind.relation?.(field.settings).to;
  const target = behind === undefined ? own : resources.get(to!);
  const id = behind === undefined ? (record['_id'] ?? record['id']) : record[head];
  if (!target || typeof id !== 'string') return false;
  const { json } = await call<Record<string, unknown>>(`${target.root}/${id}`);
  const file = json[behind ?? head] as FileValue | null | undefined;
  if (!file) return false;
  open([file], 0, { resource: target.name, record: id }, { page });
  return true;
}
