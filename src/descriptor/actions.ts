import type { Field, Text } from '../fields/field.ts';
import type { DeclaredFilter } from './filter/declared-filter.ts';
import type { Descriptor } from './descriptor.ts';

/** Something to be done with a record, declared here and done by code or by a route the API has anyway. */
export type Action = {
  name: string;
  label: Text;
  icon: string;
  confirm?: Text;
  /** What has to be told for it. */
  form: ReadonlyMap<string, Field>;
  roles: readonly string[];
  bulk: boolean;
  /** The records it is offered for; absent: all. */
  when?: DeclaredFilter;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{_id}` where the record is named. */
  path: string;
};

export function mayRun(descriptor: Descriptor, role: string, { roles }: Action): boolean {
  return descriptor.roles.get(role)?.all === true || roles.includes(role);
}
