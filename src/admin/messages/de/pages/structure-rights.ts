import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-rights'] = {
  broken:
    'Der Entwurf hat einen Fehler, der offen lässt, was Rollen dürfen. Beheben Sie ihn zuerst; die Registerkarte Text nennt die Probleme.',
  choose:
    'Wählen Sie eine Zelle, um sie zu ändern und den Grund zu sehen, oder eine Rolle für mehrere Vorgänge auf einmal. Eine Bedingung für „auflisten“ oder „lesen“ gilt für alle Vorgänge.',
  source: 'Berechtigungen von',
  own: 'Dieser Sammlung',
  ofSet: 'Gemeinsame Berechtigungen {name}',
  shared:
    'Dies sind die gemeinsamen Berechtigungen {set}. Eine Änderung gilt in allen Sammlungen, die sie haben: {collections}.',
  sharedFields:
    'Diese Felder haben andere Sammlungen auch, und mit ihnen ihre Einschränkungen: {fields}.',
  menu: {
    all: 'Alle Datensätze',
    same: 'Dieselben Datensätze wie bei „{operations}“',
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
  loss: {
    title: 'Berechtigungen ändern?',
    own: 'Die eigenen Berechtigungen dieser Sammlung werden ersetzt.',
    lost: '{role}: Die Bedingungen dieser Vorgänge gehen verloren: {operations}.',
    opened: '{role} darf dann mehr Datensätze verwenden als jetzt: {operations}.',
    do: 'Ändern',
  },
  limitField: 'Feld einschränken',
  chooseField: 'Feld wählen …',
  addRows: 'In die Tabelle aufnehmen',
  askRecord: 'Fragen, warum jemand einen Datensatz verwenden darf',
  condition: {
    ofRight: '{role}, {operation}: nur manche Datensätze',
    expression: 'Ausdruck',
    hint: "Ein Ausdruck wie status = 'open' and owner = $user, oder ein Filter als JSON.",
    asText: 'Als Text',
    asConditions: 'Als Bedingungen',
    do: 'Bedingung übernehmen',
    add: 'Bedingung hinzufügen',
    change: 'Ändern',
    remove: 'Entfernen',
    removeTitle: 'Bedingung „{setting}“ entfernen?',
    removeText:
      'Nichts tritt an ihre Stelle. Was nur für manche Datensätze öffentlich, angeboten oder erlaubt war, ist es dann für alle.',
  },
  role: {
    broken: 'Der Text hat einen Syntaxfehler. Beheben Sie ihn zuerst auf der Registerkarte Text.',
    lost: 'Nach dieser Änderung darf Ihre eigene Rolle die Struktur nicht mehr ändern. Darf es sonst niemand, lehnt der Server sie ab.',
    role: 'Rolle',
    new: 'Neue Rolle',
    noName:
      'Aus dieser Beschriftung folgt kein Name. Beginnen Sie mit einer anderen aus den Buchstaben A–Z; Sie können sie danach ändern.',
    named: 'Ihr Name: {name}',
    add: 'Rolle hinzufügen',
    name: 'Name',
    taken: 'Eine andere Rolle hat diesen Namen.',
    nameHint:
      'In Dateien, in der API und in Bedingungen. Alles, was die Rolle nennt, folgt: ihre Benutzer, Berechtigungen, geteilte Ansichten und Webhooks.',
    remove: 'Rolle entfernen',
    last: 'Dies ist die letzte Rolle, die alles darf, deshalb bleibt sie.',
    removeTitle: 'Rolle {role} entfernen?',
    removeAlso: 'Auch diese Stellen nennen sie und gehen mit ihr: {places}.',
    removeText:
      'Ihre Berechtigungen gehen mit ihr. Was nur diese Rolle verwenden durfte, bleibt den Rollen, die alles dürfen; Ansichten und Karten, die nur sie sah, gehen. Beim Prüfen der Änderungen sehen Sie, wie viele Personen die Rolle haben; sie dürfen nichts, bis sie eine andere bekommen.',
  },
  rules: {
    states: 'Zustände',
    when: 'Felder mit Bedingungen',
    whenHint:
      'Um einem anderen Feld eine Bedingung zu geben, öffnen Sie seine Einstellungen auf der Registerkarte Felder.',
  },
};
