import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-rights'] = {
  broken:
    'Der Entwurf hat einen Fehler, der offen lässt, was Rollen dürfen. Beheben Sie ihn zuerst; die Prüfung nennt die Probleme.',
  choose:
    'Wählen Sie eine Zelle, um sie zu ändern, oder eine Rolle für mehrere Vorgänge auf einmal.',
  source: 'Berechtigungen von',
  own: 'Dieser Sammlung',
  ofSet: 'Gemeinsame Berechtigungen {name}',
  shared:
    'Dies sind die gemeinsamen Berechtigungen {set}. Eine Änderung gilt in allen Sammlungen, die sie haben: {collections}.',
  sharedFields:
    'Diese Felder haben andere Sammlungen auch, und mit ihnen ihre Einschränkungen: {fields}.',
  menu: {
    all: 'Alle Datensätze',
    some: 'Nur manche Datensätze …',
    none: 'Keine Datensätze',
    yes: 'Erlaubt',
    no: 'Nicht erlaubt',
    everybody: 'Keine Einschränkung: alle Rollen, die den Datensatz verwenden dürfen',
  },
  presets: {
    all: 'Alles',
    write: 'Lesen und ändern',
    read: 'Nur lesen',
    nothing: 'Nichts',
  },
  limitField: 'Feld einschränken',
  chooseField: 'Feld wählen …',
  addRows: 'In die Tabelle aufnehmen',
  askRecord: 'Fragen, warum jemand einen Datensatz verwenden darf',
  condition: {
    ofRight: '{role}, {operation}: nur manche Datensätze',
    expression: 'Ausdruck',
    hint: "Ein Ausdruck wie status = 'open' and owner = $user, oder ein Filter als JSON.",
    asExpression: 'Als Ausdruck',
    asConditions: 'Als Bedingungen',
    do: 'Bedingung übernehmen',
  },
};
