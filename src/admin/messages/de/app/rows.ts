import type { rows as english } from '../../en/app/rows.ts';
import type { Translated } from '../../../../fields/problems/translated.ts';

export const rows = {
  rows: {
    tools: 'Zeilenwerkzeuge',
    menu: 'Menü von {title}',
    cells: {
      copy: 'Zellen kopieren',
      paste: 'Einfügen',
      pasteNew: 'Als neue Zeilen einfügen',
      fill: 'Nach unten füllen',
      clear: 'Zellen leeren',
      undo: 'Rückgängig',
      redo: 'Wiederholen',
      history: 'Verlauf des Werts …',
      comment: 'Kommentieren …',
    },
    history: 'Verlauf',
    listsOf: 'Zugehörige Listen von {title}',
    open: 'Öffnen',
    beside: 'Im Seitenbereich öffnen',
    newTab: 'In neuem Tab öffnen',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    moved: '{title} steht jetzt auf Platz {place} von {count}',
    cutOff:
      'Der Nachbar dieses Platzes ist hier nicht zu sehen. Zeigen Sie mehr Datensätze an, oder gehen Sie zur nächsten Seite.',
    orderChanged:
      'Jemand anderes hat diesen Datensatz inzwischen verschoben. Die Liste zeigt seinen jetzigen Platz.',
    showLists: 'Zugehörige Listen anzeigen',
    hideLists: 'Zugehörige Listen ausblenden',
    notCopied:
      'Ihr Browser hat das Kopieren verhindert. Erlauben Sie den Zugriff auf die Zwischenablage, oder markieren und kopieren Sie den Text.',
    notPasted:
      'Ihr Browser hat das Lesen der Zwischenablage verhindert. Fügen Sie stattdessen mit Strg+V ein.',
    recordOf: 'Datensatz aus {name}',
    width: 'Breite des Seitenbereichs',
    widthHint: 'Ziehen oder Pfeiltasten drücken; Enter setzt zurück',
    close: 'Schließen',
    wholePage: 'Als eigene Seite öffnen',
    place: '{position} von {total}',
    placeDeep: 'jenseits von Position 10.000 von {total}',
    placeOutside: 'Nicht in der gefilterten Liste',
    previous: 'Vorheriger Datensatz',
    next: 'Nächster Datensatz',
    copyOf: 'Eine Kopie von {title}',
    copyLeft: 'Leer gelassen, weil die Werte eindeutig sein müssen: {fields}.',
    copyTogether: 'Diese Kombination muss eindeutig sein: {fields}.',
    copyLists: 'Datensätze, die auf diesen verweisen, werden nicht kopiert: {lists}.',
  },
} satisfies Translated<typeof english>;
