import type { FacetTexts } from '../en/facets.ts';

export const texts: FacetTexts = {
  title: 'Werte',
  close: 'Schließen',
  empty: 'Kein Wert',
  more: 'Die 20 häufigsten',
  moreYears: 'Die neuesten 200 Jahre',
  showAll: '{count} zeigen',
  none: 'Hier gibt es keine Werte',
  late: 'Nicht rechtzeitig gezählt',
  failed: 'Die Werte konnten nicht gezählt werden',
  retry: 'Noch einmal versuchen',
  clear: '{label} leeren',
  from: '{label}, von',
  to: '{label}, bis unter',
  range: '{from} bis unter {to}',
  all: 'Über die Balken ziehen oder die Enden bewegen',
};
