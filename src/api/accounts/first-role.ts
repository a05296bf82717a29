import { requireItem } from '../../fields/require-entry.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';

/** The role proposed for a new user: the default of the field, else the role with the fewest rights. */
export function firstRole({ resources, roles }: Descriptor): string {
  const preset = resources.get('users')?.fields.get('role')?.default;
  if (typeof preset === 'string') return preset;
  const mayHowMuch = (name: string, all: boolean): number =>
    all
      ? Infinity
      : [...resources.values()].reduce(
          (sum, { permissions }) => sum + (permissions[name]?.length ?? 0),
          0,
        );
  const weighed = [...roles.values()]
    .filter(({ anonymous }) => !anonymous)
    .map(({ name, all }) => ({ name, weight: mayHowMuch(name, all) }));
  return requireItem(
    weighed.toSorted((left, right) => left.weight - right.weight),
    0,
  ).name;
}
