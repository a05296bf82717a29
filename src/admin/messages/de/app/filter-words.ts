import type { filterWords as english } from '../../en/app/filter-words.ts';

export const filterWords: typeof english = {
  structure: {
    title: 'Struktur',
    newCollection: 'Neue Sammlung',
    only: 'Nur wenn {value}',
    filter: {
      and: '{left} und {right}',
      or: '{left} oder {right}',
      not: 'nicht ({value})',
      quoted: '„{value}“',
      always: 'immer',
      never: 'nie',
      through: '{reference} › {value}',
      before: '{field} vor der Änderung',
      some: 'eines von {records}: {value}',
      count: 'Anzahl von {records} {value}',
      tokens: { now: 'jetzt', today: 'heute', user: 'der Benutzer', year: 'dieses Jahr' },
    },
  },
};
