import type { Descriptor } from '../descriptor.ts';
import { found, type Found } from './grammar-problems.ts';
import { suggestHint } from '../suggest.ts';

/** What is known of the code of a page without loading it. */
type KnownPage = { name: string; resources: readonly string[] };

/**
 * Whether each page that is declared has code, and code is declared. Code is for installations with
 * the resources it works on; in another world it is no business of the descriptor.
 */
export function checkPageCode(descriptor: Descriptor, known: readonly KnownPage[]): Found[] {
  const { pages } = descriptor.app;
  const names = known.map(({ name }) => name);
  return [
    ...pages.flatMap(({ name }, index) =>
      names.includes(name)
        ? []
        : [
            found(
              'D049',
              ['app', 'pages', index, 'name'],
              { value: name },
              suggestHint(name, names),
            ),
          ],
    ),
    ...known
      .filter(({ resources }) => resources.every((name) => descriptor.resources.has(name)))
      .filter(({ name }) => !pages.some((page) => page.name === name))
      .map(({ name }) => found('D050', ['app'], { value: name }, undefined, 'key')),
  ];
}
