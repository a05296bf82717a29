import type { ViewAsTexts } from '../../en/shell/view-as.ts';

export const texts = {
  title: 'Ansehen als',
  lead: 'Zeigt diesen Tab so, wie eine Rolle oder eine Person ihn sieht. Währenddessen lässt sich nichts ändern, und das Protokoll hält es fest.',
  role: 'Rolle',
  noRole: 'Keine: eine Person',
  person: 'Person',
  start: 'Ansehen als',
  asPerson: 'Sie sehen {app} als {name} ({role}) – nur lesend',
  asRole: 'Sie sehen {app} als die Rolle {role} – nur lesend',
  end: 'Ansicht beenden',
  over: 'Die Ansicht ist beendet. Sie sehen wieder Ihre eigenen Seiten.',
} satisfies ViewAsTexts;
