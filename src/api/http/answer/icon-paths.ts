import type { DescriptorSource } from '../../../descriptor/settings/descriptor-settings.ts';
import { declaredIcons } from '../../../descriptor/icons.ts';
import { ownIcons } from '../../../fields/text/icons.ts';
import { findIcons } from './icon-set.ts';
import { requireEntry } from '../../../fields/require-entry.ts';

/** The paths of the icons that screens with these declarations show, by name; no other icon reaches a browser. */
export function iconPaths(source: DescriptorSource): Record<string, string> {
  const names = [...ownIcons, ...declaredIcons(source).map(({ name }) => name)];
  const paths = findIcons([...names, 'list']);
  // A descriptor of a later version may name icons that this one does not have; the screens show a list instead.
  return Object.fromEntries(
    names.map((name) => [name, paths.get(name) ?? requireEntry(paths, 'list')]),
  );
}
