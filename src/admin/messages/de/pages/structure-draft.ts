import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-draft'] = {
  label: 'Entwurf',
  changes: '{count} Änderung |||| {count} Änderungen',
  onlyText: 'Nur Kommentare oder Layout geändert',
  syntax: 'Der Text hat einen Syntaxfehler',
  unapplied: 'Der gespeicherte Text ist nicht angewendet',
  none: 'Keine Änderungen',
  problems: '{count} Fehler anzeigen |||| {count} Fehler anzeigen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  review: 'Änderungen prüfen',
  discard: 'Änderungen verwerfen',
  lost: 'Ihre Änderungen gehen verloren.',
  cancel: 'Abbrechen',
  unsaved: 'Ihre letzten Änderungen am Deskriptor sind nicht gespeichert.',
  saved: 'Entwurf gespeichert',
  unsavedYet: 'Noch nicht gespeichert',
  saving: {
    failed: 'Ihr Entwurf konnte nicht gespeichert werden: {reason}',
    retry: 'Erneut versuchen',
    changed:
      'Sie haben diesen Entwurf in einem anderen Fenster geändert. Was Sie hier sehen, ist nicht gespeichert.',
    ended:
      'Dieser Entwurf wurde in einem anderen Fenster beendet. Was Sie hier sehen, ist nicht gespeichert.',
    takenNow:
      '{name} hat diesen Entwurf übernommen. Was Sie seitdem geändert haben, ist nicht gespeichert.',
    unread:
      'Der Server hat eine andere Fassung dieses Entwurfs, die sich nicht lesen ließ: {reason} Was Sie hier sehen, ist nicht gespeichert.',
    mine: 'Speichern, was hier steht',
    load: 'Den anderen laden',
    end: 'Verwerfen, was hier steht',
    taken: '{name} hat Ihren Entwurf übernommen.',
    read: 'OK',
  },
  others: {
    changes:
      '{name} hat {count} Änderung seit {date}. |||| {name} hat {count} Änderungen seit {date}.',
    some: '{name} hat Änderungen seit {date}.',
    own: 'Um sie zu übernehmen, wenden Sie zuerst Ihre an, oder verwerfen Sie sie.',
    take: 'Übernehmen',
    confirm: 'Sie übernehmen die Änderungen von {name}, und {name} erfährt davon.',
  },
  moved: {
    text: 'Jemand anderes hat den Deskriptor geändert, nachdem Sie begonnen haben. Von Ihren Änderungen wurde nichts angewendet.',
    theirs: 'Meine verwerfen, andere laden',
    merge: 'Zusammenführen',
    conflicts: 'Das haben Sie beide geändert. Wählen Sie, was gilt.',
    missing: 'Es fehlt {count} Auswahl. |||| Es fehlen {count} Auswahlen.',
    renamed: 'umbenannt in {name}: {value}',
    lost: 'Das geht verloren. Kopieren Sie, was Sie behalten möchten.',
    sides: { theirs: 'Andere: {value}', mine: 'Meine: {value}' },
    removed: 'entfernt',
    wholeFile: 'die ganze Datei',
  },
  changed: {
    title: 'Was Sie geändert haben',
    unset: 'nicht gesetzt',
    added: '{path}: neu',
    removed: '{path}: entfernt',
    renamed: '{path}: umbenannt, hieß {from}',
    changed: '{path}: {before} → {after}',
    moved: '{path}: andere Reihenfolge',
  },
  refused: {
    syntax:
      'Zeile {line} des Textes hat einen Syntaxfehler. Berichtigen Sie ihn zuerst im Text. {problem}',
    gone: '{path} gibt es nicht mehr.',
    name: '{path} ist kein gültiger Name.',
    taken: '{path} gibt es schon.',
    inSet: '{path} kommt aus {source}. Ändern Sie es dort.',
    ofRoles: 'Diese Auswahl besteht aus den Rollen. Ändern Sie stattdessen die Rollen.',
    shared: 'Mehrere Sammlungen teilen sich {path}, und jede bräuchte einen anderen Text.',
    notHere: '{path} lässt sich so nicht ändern.',
    otherFile: '{path} steht in einer anderen Datei, und jede Deklaration bleibt in ihrer Datei.',
  },
};
