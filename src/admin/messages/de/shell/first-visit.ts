import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['first-visit'] = {
  title: 'Es gibt noch keine Datensätze',
  others: 'Andere Wege zu beginnen',
  lead: 'Wählen Sie, wie Sie beginnen. Die anderen Wege stehen Ihnen auch später offen.',
  wait: 'Noch keine Datensätze. Wenden Sie sich an jemanden, der Datensätze anlegen oder importieren darf, etwa einen Admin.',
  sample: {
    title: 'Beispieldaten laden',
    text: 'Einige hundert Datensätze, die aufeinander verweisen, um alles auszuprobieren. Sie können es rückgängig machen.',
    action: 'Beispiel laden',
    running: 'Beispieldaten werden geladen',
    progress: '{rows} von {total}',
    done: '{count} Beispieldatensatz geladen. |||| {count} Beispieldatensätze geladen.',
  },
  import: {
    title: 'Eine Datei importieren',
    text: 'XLSX, CSV, TSV oder JSON. Sie sehen jedes Problem, bevor etwas geschrieben wird.',
    into: 'Sammlung',
    action: 'Datei wählen',
  },
  describe: {
    title: 'Eine eigene Sammlung',
    text: 'Von Grund auf, aus einer Datei mit Ihren Zeilen oder aus einem Beispiel.',
    action: 'Sammlung anlegen',
  },
};
