import type { GroupTexts } from '../../en/list/groups.ts';

export const texts: GroupTexts = {
  by: ['Gruppieren nach', 'Dann nach', 'Dann nach'],
  none: 'Nichts',
  clear: 'Nicht gruppieren',
  title: '{list}, gruppiert nach {fields}',
  empty: 'Kein Wert',
  records: 'Datensätze',
  openAll: 'Alle öffnen',
  closeAll: 'Alle schließen',
  addFigure: 'Kennzahl hinzufügen',
  loading: 'Gruppen werden geladen …',
  late: 'Das Gruppieren hat zu lange gedauert. Filtern Sie die Liste, oder versuchen Sie es erneut.',
  failed: 'Die Gruppen konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
  more: 'Weitere Gruppen zeigen (noch {count})',
  tooMany:
    'Es gibt noch {count} Gruppe. Filtern Sie die Liste, um sie zu sehen. |||| Es gibt noch {count} Gruppen. Filtern Sie die Liste, um sie zu sehen.',
  longer:
    '{count} Datensatz ist in keiner Gruppe, weil sein Text mehr als 200 Zeichen hat. |||| {count} Datensätze sind in keiner Gruppe, weil ihre Texte mehr als 200 Zeichen haben.',
  bounds:
    '{count} Datensatz ist in keiner Gruppe, weil sein Wert unter oder über einer Grenze liegt. |||| {count} Datensätze sind in keiner Gruppe, weil ihre Werte unter oder über einer Grenze liegen.',
};
