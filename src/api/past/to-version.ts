import type { FieldChange, RecordVersion } from '../../contract/past.ts';
import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { HistoryRow } from '../../store/system/past/record-history.ts';
import type { UserCall } from '../http/call.ts';
import { keyNameOf } from '../../services/key-name.ts';
import type { VisibleVersion } from './visible-versions.ts';

/** The fields of the past that the caller may read. Computed values are made again each time, so they have no past. */
export function pastFields({ descriptor, role }: UserCall, resource: Resource): string[] {
  return readableFields(descriptor, role, resource).filter(
    (name) => resource.fields.get(name)?.computed === undefined,
  );
}

/** Whether the past of the resource has fields that the caller may not read. */
export function hidesFields({ descriptor, role }: UserCall, resource: Resource): boolean {
  const readable = readableFields(descriptor, role, resource);
  return [...resource.fields.values()].some(
    ({ name, computed }) => computed === undefined && !readable.includes(name),
  );
}

/** How and by whom a version was made. */
export function toOrigin(call: UserCall, row: HistoryRow) {
  const { version, operation, at, by, way, changeSet, file, key } = row;
  const origin = { version, operation, at, by, way, changeSet, ...keyNameOf(call, key) };
  return { ...origin, ...(file !== null && { file }) };
}

/** A version with the changes of these fields, without titles. */
export function toVersion(
  call: UserCall,
  { row, showsBefore }: VisibleVersion,
  fields: readonly string[],
): Omit<RecordVersion, 'titles'> {
  const changes: FieldChange[] = [];
  for (const path of fields) {
    const change = toChange(row, path, showsBefore);
    if (change) changes.push(change);
  }
  return { ...toOrigin(call, row), changes };
}

function toChange(row: HistoryRow, path: string, showsBefore: boolean): FieldChange | undefined {
  if (!hasChanged(row, path)) return undefined;
  const { operation, before, after, erased } = row;
  return {
    path,
    before: showsBefore ? (before?.[path] ?? null) : null,
    after: after?.[path] ?? null,
    ...(erased.includes(path) && { erased: true }),
    ...(!showsBefore && operation === 'update' && { beforeHidden: true }),
  };
}

/** Of a new or deleted record, every field that has a value has changed. */
function hasChanged({ operation, before, after, erased }: HistoryRow, path: string): boolean {
  if (operation === 'update') return before !== null && Object.hasOwn(before, path);
  const whole = operation === 'create' ? after : before;
  return erased.includes(path) || !isNothing(whole?.[path]);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
