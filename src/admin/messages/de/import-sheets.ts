import type { Namespaces } from '../namespaces.ts';

export const texts: Namespaces['import-sheets'] = {
  path: {
    label: 'Liste der Datensätze',
    help: 'Wo die Datei die Datensätze hat, etwa results oder data.items',
  },
};
