import type { states as english } from '../en/states.ts';

export const states: typeof english = {
  states: {
    none: 'Kein Feld deklariert Zustände.',
    picture: '%{field}: Zustände und Schritte',
    begin: 'Neue Datensätze beginnen als %{states}',
    when: 'wenn %{value}',
    needs: 'verlangt %{value}',
    mails: 'E-Mail an %{value}',
  },
};
