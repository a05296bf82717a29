import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import type { FileValue } from '../../fields/files/file-value.ts';

/** The files of the field of a record that contains the file with this id; undefined if none does. */
export function filesOfRecord(
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  id: string,
): readonly FileValue[] | undefined {
  return fileFields(resource)
    .map(({ name, kind }) => (record[name] ? kind.files!.of(record[name]) : []))
    .find((files) => files.some((file) => file.id === id)) as readonly FileValue[] | undefined;
}
