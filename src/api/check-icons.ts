import type { Descriptor } from '../descriptor/descriptor.ts';
import { declaredIcons } from '../descriptor/icons.ts';
import { flaw, type Flaw } from '../descriptor/read/grammar-problems.ts';
import { suggestHint } from '../descriptor/suggest.ts';
import { findIcons, iconNames } from './http/answer/icon-set.ts';

/** Reports icons that the set does not have, with the name that was probably meant. */
export function checkIcons({ source }: Pick<Descriptor, 'source'>): Flaw[] {
  const icons = declaredIcons(source);
  const paths = findIcons(icons.map(({ name }) => name));
  return icons
    .filter(({ name }) => !paths.has(name))
    .map(({ name, path }) =>
      flaw('D066', [...path], { value: name }, suggestHint(name, iconNames())),
    );
}
