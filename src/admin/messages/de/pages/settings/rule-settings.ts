import type { SettingTexts } from '../../../../../descriptor/read/setting-places.ts';

/** What the records of a collection must be like, what can be done with them, and what is open to everybody. */
export const ruleTexts: SettingTexts = {
  'resource/unique': [
    'Gemeinsam eindeutig',
    'Listen von Feldern, deren Werte zusammen eindeutig sein müssen: `[["source", "sampleCode"]]`. Datensätze, bei denen eines davon leer ist, sind ausgenommen.',
  ],
  'resource/indexes': [
    'Indizes',
    'Zusammengesetzte Indizes über je zwei bis vier Felder: `[["family", "year"]]` für Listen, die nach `family` gefiltert und nach `year` sortiert werden.',
  ],
  'resource/noOverlap': [
    'Keine Überschneidung',
    'Zeiträume, die sich nicht überschneiden dürfen: keine zwei Ausleihen desselben Werkzeugs zur gleichen Zeit. Die Datenbank sichert die Regel, auch wenn mehrere zugleich schreiben.',
  ],
  'resource/noOverlap/fields': [
    'Felder',
    'Die Felder, deren Werte gleich sind: `["tool"]`. Datensätze ohne einen davon sind ausgenommen.',
  ],
  'resource/noOverlap/from': [
    'Beginn',
    'Das Feld mit dem Beginn, ein Tag oder ein Zeitpunkt. Datensätze ohne ihn sind ausgenommen.',
  ],
  'resource/noOverlap/to': [
    'Ende',
    'Das Feld mit dem Ende, vom selben Typ. Der letzte Tag gehört zum Zeitraum, der letzte Zeitpunkt nicht. Ein Zeitraum ohne Ende hört nicht auf.',
  ],
  'resource/noOverlap/where': [
    'Nur Datensätze',
    'Eine Bedingung allein über Werte des Datensatzes: Nur Datensätze, die sie erfüllen, zählen, etwa `returnedOn = null`. Vorgabe: alle.',
  ],
  'resource/noOverlap/message': [
    'Meldung',
    'Die Meldung zu einem Datensatz, der sich überschneidet. Vorgabe: eine allgemeine.',
  ],
  'resource/checks': [
    'Prüfungen',
    'Regeln für einen Datensatz als Ganzes, etwa `{"not": {"valueMin_gt": {"$field": "valueMax"}}}`. Sie gelten in Formularen, in der API und beim Import.',
  ],
  'resource/checks/check': [
    'Bedingung',
    'Die Bedingung, die jeder Datensatz beim Schreiben erfüllen muss, etwa `stock >= 0`, `not class.closed` oder `$before.sent = false`. `$before` enthält die Werte vor der Änderung. Was der Datensatz allein nicht entscheidet, prüft die Datenbank, auch wenn sich die Datensätze ändern, die er zählt.',
  ],
  'resource/checks/message': ['Meldung', 'Die Meldung, wenn sie nicht zutrifft.'],
  'resource/checks/fields': [
    'Felder',
    'Die Felder, die die Meldung zeigen. Vorgabe: die Felder der Bedingung, wenn die Werte des Datensatzes allein entscheiden; sonst gilt die Meldung dem Datensatz als Ganzem.',
  ],
  'resource/checks/on': [
    'Geprüft beim',
    'Bei jedem dieser Vorgänge geprüft, was immer sie ändern, etwa `["create", "update", "delete"]` für die Positionen einer abgeschlossenen Bestellung. Vorgabe: wenn ein Datensatz angelegt wird und wenn sich ändert, was die Bedingung von ihm liest.',
  ],
  'resource/actions': ['Aktionen', 'Aktionen mit einem Datensatz neben dem Bearbeiten.'],
  'resource/actions/name': ['Name', 'Der Name der Aktion; ihr Code verwendet denselben Namen.'],
  'resource/actions/label': [
    'Beschriftung',
    'Die Beschriftung der Schaltfläche. Vorgabe: aus dem Namen abgeleitet.',
  ],
  'resource/actions/icon': ['Symbol', 'Das Symbol der Schaltfläche.'],
  'resource/actions/confirm': [
    'Rückfrage',
    'Die Frage, die zu bestätigen ist, bevor die Aktion läuft. Vorgabe: keine, außer wenn die Aktion ein Formular hat.',
  ],
  'resource/actions/form': [
    'Formular',
    'Das Formular, das auszufüllen ist, bevor die Aktion läuft. Vorgabe: keines.',
  ],
  'resource/actions/form/fields': [
    'Felder',
    'Die Felder des Formulars, deklariert wie die Felder einer Sammlung.',
  ],
  'resource/actions/roles': [
    'Rollen',
    'Die Rollen, die sie ausführen dürfen, neben denen, die alles dürfen.',
  ],
  'resource/actions/bulk': [
    'Für mehrere',
    'Bietet die Aktion auch für die Datensätze an, die in der Liste ausgewählt sind.',
  ],
  'resource/actions/when': [
    'Bedingung',
    'Die Bedingung an die Datensätze, für die die Aktion gedacht ist; sie kann nach anderen Datensätzen fragen. Bei anderen ist die Schaltfläche gesperrt und nennt den Grund, und der Server lehnt die Aktion ab, bevor ihr Code läuft (`S031`). Vorgabe: alle Datensätze.',
  ],
  'resource/actions/reason': [
    'Grund',
    'Warum die Aktion für Datensätze nicht möglich ist, die die Bedingung nicht erfüllen. Vorgabe: die Bedingung in Worten.',
  ],
  'resource/actions/method': ['Methode', 'Die HTTP-Methode ihrer Route.'],
  'resource/actions/path': [
    'Pfad',
    'Der Pfad ihrer Route. Vorgabe: der API-Pfad der Sammlung, `{_id}` und der Name.',
  ],
  'resource/duplicates': [
    'Duplikate',
    'Die Regeln, nach denen die Seite zum Zusammenführen mögliche Duplikate findet. Eine Sammlung ohne Regeln erscheint dort nicht.',
  ],
  'resource/duplicates/field': ['Feld', 'Das Textfeld, das verglichen wird.'],
  'resource/duplicates/by': [
    'Vergleich',
    '`Wert`: gleich bis auf Groß- und Kleinschreibung und Leerzeichen; `Buchstaben`: dieselben Buchstaben und Ziffern, alles andere zählt nicht; `Ähnlichkeit`: ähnlicher Text, für ein durchsuchtes Feld.',
  ],
  'resource/order': [
    'Reihenfolge von Hand',
    'Das Zahlenfeld, das eine Reihenfolge von Hand speichert: Benutzer verschieben Datensätze nach oben und unten, wo eine Liste, ein Baum oder die Positionen eines Datensatzes so sortiert sind. Es ist dann die übliche Reihenfolge. Vorgabe: keines.',
  ],
  'resource/trash': ['Papierkorb', 'Der Papierkorb der Sammlung.'],
  'resource/trash/days': [
    'Tage',
    'Wie viele Tage gelöschte Datensätze im Papierkorb bleiben, aus dem sie sich wiederherstellen lassen; 0 löscht sofort.',
  ],
  'resource/history': ['Verlauf', 'Der Verlauf der Datensätze.'],
  'resource/history/days': [
    'Tage',
    'Wie viele Tage frühere Werte aufgehoben werden. Vorgabe: für immer.',
  ],
  'resource/public': ['Öffentlich', 'Was an der Sammlung für alle offen ist. Vorgabe: nichts.'],
  'resource/public/fields': [
    'Felder',
    'Die Felder, die alle ohne Anmeldung lesen können, unter `/api/public`.',
  ],
  'resource/public/counts': [
    'Zählungen',
    'Berechnete Felder, die öffentlich sind, obwohl sie nicht öffentliche Datensätze zählen: die freien Plätze einer Veranstaltung, deren Anmeldungen vertraulich sind. Vorgabe: keine.',
  ],
  'resource/public/where': [
    'Nur Datensätze',
    "Welche Datensätze veröffentlicht sind: eine Bedingung wie `status = 'reviewed'`. Sie verwendet nur öffentliche Felder. Vorgabe: alle.",
  ],
  'resource/public/create': [
    'Formular',
    'Ein Formular, mit dem alle ohne Anmeldung einen Datensatz anlegen können. Vorgabe: keines.',
  ],
  'resource/public/create/fields': [
    'Felder',
    'Die Felder des Formulars in ihrer Reihenfolge. Alle anderen Felder erhalten ihre Vorgabe. Verweise bieten nur veröffentlichte Datensätze an.',
  ],
  'resource/public/create/when': [
    'Bedingung',
    'Die Einträge, die das Formular annimmt: eine Bedingung wie `event.open and event.free > 0`, die geprüft wird, bevor der Datensatz entsteht. Sie verwendet Felder des Datensatzes und öffentliche Felder anderer. Vorgabe: alle.',
  ],
  'resource/public/create/rate': [
    'Häufigkeit',
    'Wie viele Einträge das Formular aus einem Netz annimmt: eine Zahl pro `min`, `h` oder `d`. Aus allen Netzen zusammen nimmt es zwanzigmal so viele an.',
  ],
  'resource/public/create/confirm': [
    'Bestätigung',
    'Ein E-Mail-Feld des Formulars, das Pflicht ist, etwa `email`. Sein Besitzer erhält eine E-Mail mit einem Link, der den Datensatz binnen 24 Stunden anlegt. Vorgabe: keines, der Datensatz entsteht sofort.',
  ],
};
