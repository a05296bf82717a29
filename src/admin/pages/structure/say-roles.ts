import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Words } from './words.ts';

export function sayRoles(
  descriptor: Descriptor,
  names: readonly string[],
  { tell, say }: Words,
): string {
  const said = names.map((name) => {
    const role = descriptor.roles.get(name);
    return role ? say(role.label) : name;
  });
  return said.join(', ') || tell('nobody');
}
