import type { CellProblemTexts } from '../../en/list/cell-problems.ts';

export const texts: CellProblemTexts = {
  label: 'Probleme in Zellen',
  count: '{count} Problem |||| {count} Probleme',
  at: 'Problem {at} von {count}',
  previous: 'Zum vorherigen Problem',
  next: 'Zum nächsten Problem',
  dismiss: 'Ausblenden',
  sendAgain: 'Erneut speichern',
  resent: 'Noch nicht gespeichert. Die Tabelle sendet es automatisch erneut.',
  unsaved:
    '{count} Zelle dieser Liste ist nicht gespeichert. |||| {count} Zellen dieser Liste sind nicht gespeichert.',
  reason: 'Zeile {row}, {label}: {said}',
  place: 'Zeile {row}, {label}',
  elsewhere: '{label}: {said} (nicht auf dieser Seite)',
};
