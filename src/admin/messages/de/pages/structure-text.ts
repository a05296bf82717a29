import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-text'] = {
  loading: 'Deskriptor wird geladen …',
  file: 'Datei',
  editor: 'Text von {file}',
  download: 'Herunterladen',
  readOnly:
    'Dieser Server kann die Datei nicht schreiben. Änderungen stehen in der Datenbank und gelten für alle Server.',
  database:
    'Der Datei dieses Servers fehlt eine Änderung aus dem Browser. Dies ist der geänderte Text.',
  cancel: 'Abbrechen',
  check: {
    show: 'Eingabe zeigen',
    checking: 'Wird geprüft …',
    none: 'Keine Fehler',
    problems: '{count} Fehler |||| {count} Fehler',
    warnings: '{count} Warnung |||| {count} Warnungen',
    list: 'Fehler des Textes',
    line: 'Zeile {line}',
    fileLine: '{file}, Zeile {line}',
    failed: 'Der Text konnte nicht geprüft werden: {reason}',
    retry: 'Erneut prüfen',
  },
  plan: {
    title: 'Prüfen',
    looking: 'Text wird mit der Datenbank verglichen …',
    again: 'Erneut versuchen',
    none: 'Dies ändert nur Bezeichnungen, Listen, Formulare oder Berechtigungen. Kein Datensatz ändert sich.',
    rewrites: 'Erlauben: schreibt Gespeichertes um',
    loses: 'Erlauben; Werte, die sich nicht umwandeln lassen, gehen nach 30 Tagen verloren',
    drops: 'Erlauben: Die Daten werden 30 Tage aufgehoben und gehen dann verloren',
    skipped:
      'Ohne Ihre Zustimmung wird dieser Schritt ausgelassen, und die Daten bleiben in der Datenbank.',
    blocked:
      'Etwas verhindert diese Änderung. Berichtigen Sie die oben genannten Datensätze, oder ändern Sie den Text.',
    missing: 'Erlauben Sie zuerst {count} Schritt. |||| Erlauben Sie zuerst {count} Schritte.',
    back: 'Zurück zum Bearbeiten',
    apply: 'Anwenden',
    failed: 'Nichts wurde geändert. {reason}',
    unknown:
      'Der Server hat die Änderung nicht bestätigt: Sie kann angewendet sein oder nicht. {reason} Die Seite hat den Deskriptor neu gelesen.',
  },
  done: {
    applied: 'Die Änderung wurde angewendet. Alle Server und offenen Seiten verwenden sie jetzt.',
    undone: 'Die letzte Änderung wurde zurückgenommen.',
    appliedSteps: 'Getan:',
    undoneSteps: 'Zurückgenommen:',
    left: 'Nicht getan, weil Sie es nicht erlaubt haben:',
    rules: 'Geänderte Regeln:',
    unwritten:
      'Die Datei konnte nicht geschrieben werden. Die Datenbank hebt den Text auf. Laden Sie ihn herunter, um die Datei zu erneuern.',
    openList: 'Liste öffnen: {name}',
    indexes: 'legt im Hintergrund {count} Index an |||| legt im Hintergrund {count} Indizes an',
  },
  inclusions: { create: '{file} anlegen', leaveOut: '{file} weglassen' },
  undo: {
    text: 'Letzte Änderung im Browser, von {name}: {date}. Sie lässt sich bis {until} zurücknehmen.',
    unnamed: 'Letzte Änderung im Browser: {date}. Sie lässt sich bis {until} zurücknehmen.',
    own: 'Ihre letzte Änderung im Browser: {date}. Sie lässt sich bis {until} zurücknehmen.',
    action: 'Zurücknehmen …',
    title: 'Letzte Änderung zurücknehmen?',
    confirm:
      'Tabellen und Text werden, wie sie vorher waren. Seitdem eingegebene Werte bleiben erhalten.',
    do: 'Zurücknehmen',
  },
};
