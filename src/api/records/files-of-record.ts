import type { Resource } from '../../descriptor/descriptor.ts';
import type { FileValue } from '../../fields/files/file-value.ts';

/** All files in the fields of a record, as far as the record has them. */
export function filesOfRecord(
  { fields }: Resource,
  record: Readonly<Record<string, unknown>>,
): FileValue[] {
  return [...fields.values()].flatMap(({ name, kind }) => {
    const value = record[name];
    return kind.files && value ? (kind.files.of(value) as FileValue[]) : [];
  });
}
