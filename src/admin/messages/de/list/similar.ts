import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['similar'] = {
  title: 'Meinten Sie',
  searchInstead: 'Nach „{text}“ suchen',
  exact: 'Genauer Treffer',
};
