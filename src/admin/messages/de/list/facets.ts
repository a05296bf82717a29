import type { FacetTexts } from '../../en/list/facets.ts';

export const texts: FacetTexts = {
  title: 'Werte',
  close: 'Schließen',
  empty: 'Kein Wert',
  more: 'Die 20 häufigsten',
  moreYears: 'Die neuesten 200 Jahre',
  showAll: '{count} anzeigen',
  none: 'Keine Werte',
  late: 'Das Zählen hat zu lange gedauert',
  failed: 'Die Werte konnten nicht gezählt werden',
  retry: 'Erneut versuchen',
  clear: '{label} leeren',
  from: '{label}, von',
  to: '{label}, bis',
  below: '{label}, bis unter',
  bounds: 'Nicht gezählt, da unter oder über einer Grenze: {count}',
  range: '{from} bis unter {to}',
  all: 'Über die Balken ziehen oder die Regler verschieben',
};
