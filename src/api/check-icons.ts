import type { Descriptor } from '../descriptor/descriptor.ts';
import { declaredIcons } from '../descriptor/icons.ts';
import { flaw, type Flaw } from '../descriptor/read/grammar-problems.ts';
import { suggestHint } from '../descriptor/suggest.ts';
import { findIcon, iconNames } from './http/answer/icon-set.ts';

/** Reports icons that the set does not have, with the name that was probably meant. */
export function checkIcons({ source }: Pick<Descriptor, 'source'>): Flaw[] {
  return declaredIcons(source)
    .filter(({ name }) => findIcon(name) === undefined)
    .map(({ name, path }) =>
      flaw('D066', [...path], { value: name }, suggestHint(name, iconNames())),
    );
}
