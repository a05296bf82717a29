import type { Resource } from '../../descriptor/descriptor.ts';
import { isTitleField, titleFields } from '../../descriptor/title.ts';
import type { Field } from '../../fields/field.ts';

/**
 * The column whose text is the link to the record, for keyboards and screen
 * readers (a row can only be clicked): what the record is called by, or else the
 * first that reads as a text.
 */
export function linkColumn(resource: Resource, columns: readonly Field[]): Field | undefined {
  const names = new Set([...titleFields(resource), resource.importKey]);
  return columns.find((field) => names.has(field.name)) ?? columns.find(isTitleField);
}
