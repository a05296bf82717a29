import type { FigureTexts } from '../../en/list/figures.ts';

export const texts: FigureTexts = {
  row: 'Kennzahlen über alle passenden Datensätze',
  choose: 'Funktion für {label}',
  none: 'Berechnen …',
  functions: {
    count: 'Ausgefüllt',
    empty: 'Leer',
    unique: 'Verschieden',
    sum: 'Summe',
    avg: 'Mittelwert',
    min: 'Minimum',
    max: 'Maximum',
    median: 'Median',
  },
  waiting: 'Wird berechnet …',
  late: 'Zu langsam',
  lateHint:
    'Das hat zu lange gedauert. Schränken Sie die Liste mit einem Filter ein, oder versuchen Sie es erneut.',
  failed: 'Fehlgeschlagen',
  failedHint: 'Das konnte nicht berechnet werden. Versuchen Sie es erneut.',
  cells: 'Ausgewählte Zellen',
  bounds: 'mit {count} Grenze |||| mit {count} Grenzen',
  boundsHint: 'Werte unter oder über einer Grenze, wie <0,5, zählen als die Zahl der Grenze.',
  severalUnits: 'Gemischt',
  severalUnitsHint:
    'Diese Beträge haben mehrere Währungen. Gruppieren Sie die Liste nach der Währung.',
};
