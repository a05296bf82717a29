import type { Text } from '../fields/field.ts';
import type { Descriptor } from './descriptor.ts';

/** A page of the screens with code of an extension: an entry of the menu, and who may go there. */
export type Page = {
  name: string;
  /** The whole address, e.g. `/tools/lookup`. */
  path: string;
  label: Text;
  /** What it is for, in a sentence. */
  help?: Text;
  icon: string;
  /** Besides roles with `all`; absent: everybody who is signed in. */
  roles?: readonly string[];
  /** The group of the menu it stands in. */
  group?: string;
};

export function mayOpen(descriptor: Descriptor, role: string, { roles }: Page): boolean {
  return roles === undefined || descriptor.roles.get(role)?.all === true || roles.includes(role);
}
