import type { SettingTexts } from '../../../../../descriptor/read/setting-places.ts';

/** What a collection is called, its list, its form and its views. */
export const collectionTexts: SettingTexts = {
  'resource/root': ['API-Pfad', 'Der Pfad der API. Vorgabe: `/api/` und der Name.'],
  'resource/path': ['Adresse', 'Die Adresse der Seiten. Vorgabe: `/` und der Name.'],
  'resource/label': [
    'Beschriftung',
    'Die Beschriftung der Sammlung: ein Text für alle Sprachen oder einer je Sprache. Vorgabe: aus ihrem Namen abgeleitet.',
  ],
  'resource/title': [
    'Titel eines Datensatzes',
    'Der Titel eines Datensatzes, wo immer er erscheint: Text, der `{field}` enthält. Ein Verweis zeigt den Titel seines Datensatzes. Ein Teil zwischen zwei ` · ` entfällt, wenn eines seiner Felder leer ist oder nicht gelesen werden darf. Vorgabe: das erste beschreibende Feld.',
  ],
  'resource/was': [
    'Früherer Name',
    'Der frühere Name der Sammlung. Ihre Datensätze, deren Verlauf und die Verweise auf sie gehen auf den neuen Namen über. Die Einstellung kann danach stehen bleiben.',
  ],
  'resource/importKey': [
    'Schlüssel in Dateien',
    'Das Feld, an dem Dateien und Verweise in Dateien einen Datensatz erkennen; es muss Pflicht und eindeutig sein. Oder eine Liste von Pflichtfeldern, die zusammen eindeutig sind: `["method", "analyte"]`.',
  ],
  'resource/fields': [
    'Felder',
    'Die Felder mit ihren Namen, in der Reihenfolge von Dateien und Antworten der API.',
  ],
  'resource/list': ['Liste', 'Wie die Liste beginnt.'],
  'resource/list/columns': [
    'Spalten',
    'Die Spalten, die zuerst sichtbar sind, in ihrer Reihenfolge; Benutzer können andere wählen. Vorgabe: die ersten sechs Felder.',
  ],
  'resource/list/filters': [
    'Filter zur Auswahl',
    'Die Felder, nach denen Benutzer filtern können, auch hinter Verweisen: `source.year`. Vorgabe: alle geeigneten Felder des Datensatzes.',
  ],
  'resource/list/sort': [
    'Sortierung',
    'Die anfängliche Reihenfolge: Namen von Feldern, durch Kommas getrennt und mit `-` davor für absteigend, etwa `-year,title`. Vorgabe: nach dem Schlüssel in Dateien, ohne ihn die neuesten zuerst.',
  ],
  'resource/list/perPage': [
    'Datensätze pro Seite',
    'Wie viele Datensätze eine Seite anfangs zeigt.',
  ],
  'resource/list/filter': [
    'Anfänglicher Filter',
    'Der anfängliche Filter: eine Bedingung. Benutzer können ihn ändern und entfernen. Darf eine Rolle eines seiner Felder nicht lesen, sagt die Liste das und zeigt nichts, bis der Benutzer zustimmt, ohne diese Bedingung fortzufahren. Vorgabe: keiner.',
  ],
  'resource/list/colors': [
    'Farben',
    'Farben von Datensätzen, die eine Bedingung erfüllen, in Tabellen, Karten, Boards und Kalendern. Treffen mehrere zu, gilt die erste, für den Datensatz und für jeden Wert.',
  ],
  'resource/list/colors/when': [
    'Bedingung',
    'Die Datensätze: eine Bedingung über Felder des Datensatzes, die auch berechnet sein können. Rollen, die eines davon nicht lesen dürfen, sehen keine Farbe.',
  ],
  'resource/list/colors/color': ['Farbe', 'Die Farbe, wie bei einer Option.'],
  'resource/list/colors/label': [
    'Bedeutung',
    'Was sie bedeutet: Das Zeichen neben der Farbe nennt es.',
  ],
  'resource/list/colors/fields': [
    'Felder',
    'Die Felder, deren Werte gefärbt sind. Vorgabe: der ganze Datensatz.',
  ],
  'resource/form': [
    'Formular',
    'Die Seite eines Datensatzes: ihre Abschnitte, oder ein Objekt. Vorgabe: ein Abschnitt mit allen Feldern.',
  ],
  'resource/form/tab': ['Titel', 'Der Titel des Abschnitts.'],
  'resource/form/fields': ['Felder', 'Die Felder des Abschnitts in ihrer Reihenfolge.'],
  'resource/form/head': [
    'Kopf',
    'Die Felder unter dem Titel eines Datensatzes: das Wichtigste, der Zustand, eine Zeichnung. Vorgabe: keine.',
  ],
  'resource/form/tabs': [
    'Abschnitte',
    'Die Abschnitte der Seite eines Datensatzes. Vorgabe: ein Abschnitt mit allen Feldern.',
  ],
  'resource/form/layout': [
    'Anordnung',
    'Wie die Seite sie zeigt: `Abschnitte` untereinander mit einem Inhaltsverzeichnis oder einzeln auf `Registerkarten`.',
  ],
  'resource/children': [
    'Zugehörige Listen',
    'Listen auf der Seite eines Datensatzes, jede mit den Datensätzen einer anderen Sammlung, die auf ihn verweisen.',
  ],
  'resource/children/resource': ['Sammlung', 'Die Sammlung, deren Datensätze auf diese verweisen.'],
  'resource/children/field': [
    'Feld',
    'Das Feld jener Sammlung, das auf diese verweist. Oder ein Weg mit bis zu drei weiteren Schritten: `source.chems` durch einen Verweis, oder `some(masters.extractions).chem` durch Datensätze, die auf die der Liste verweisen.',
  ],
  'resource/children/label': [
    'Beschriftung',
    'Der Titel der Liste. Vorgabe: die Beschriftung der Sammlung.',
  ],
  'resource/children/columns': [
    'Spalten',
    'Die Spalten. Vorgabe: die Spalten der Liste jener Sammlung ohne das verweisende Feld.',
  ],
  'resource/children/sort': [
    'Sortierung',
    'Die anfängliche Reihenfolge. Vorgabe: die der Liste jener Sammlung; im Formular die Reihenfolge der Eingabe, nicht die neuesten zuerst.',
  ],
  'resource/children/inline': [
    'Im Formular',
    'Bearbeitet diese Datensätze auch im Formular des Datensatzes und speichert sie in einem Schritt mit ihm, etwa die Positionen einer Bestellung. Das Feld muss ein Verweis mit einem Wert sein.',
  ],
  'resource/views': [
    'Ansichten',
    'Vorbereitete Ansichten der Liste, jede mit Filter, Reihenfolge und Spalten.',
  ],
  'resource/views/name': ['Name', 'Der Name der Ansicht in ihrer Adresse.'],
  'resource/views/label': [
    'Beschriftung',
    'Die Beschriftung der Ansicht. Vorgabe: aus ihrem Namen abgeleitet.',
  ],
  'resource/views/roles': [
    'Rollen',
    'Die Rollen, die die Ansicht sehen. Vorgabe: alle Rollen, die auflisten dürfen.',
  ],
  'resource/views/default': [
    'Standardansicht',
    'Öffnet die Liste mit dieser Ansicht; höchstens eine Ansicht je Rolle.',
  ],
  'resource/views/filter': [
    'Filter',
    'Der Filter: eine Bedingung. Darf eine Rolle eines seiner Felder nicht lesen, sagt die Ansicht das und listet nichts auf, bis der Benutzer zustimmt, ohne diese Bedingung fortzufahren. Vorgabe: keiner.',
  ],
  'resource/views/q': ['Suche', 'Die Suchwörter. Vorgabe: keine.'],
  'resource/views/sort': ['Sortierung', 'Die Reihenfolge. Vorgabe: die der Liste.'],
  'resource/views/columns': [
    'Spalten',
    'Die Spalten in ihrer Reihenfolge. Vorgabe: die Spalten der Liste.',
  ],
  'resource/views/density': [
    'Zeilenhöhe',
    'Wie dicht die Zeilen stehen. Vorgabe: wie jeder Benutzer es eingestellt hat.',
  ],
  'resource/views/perPage': [
    'Datensätze pro Seite',
    'Die Anzahl der Datensätze pro Seite, 0 für eine Liste ohne Seiten. Vorgabe: wie bei der Liste.',
  ],
  'resource/views/shownAs': [
    'Darstellung',
    '`board:<feld>` zeigt eine Spalte von Karten für jede Option eines Feldes, `calendar:<feld>` die Monate eines Datums, `calendar:<beginn>..<ende>` Datensätze von einem Datum bis zu einem anderen, `calendar:<beginn>..<ende> by <feld>` dasselbe mit einer Zeile für jeden Datensatz, den ein Verweis nennt, oder für jede Option, `tree:<feld>` jeden Datensatz unter seinem übergeordneten. Vorgabe: eine Tabelle.',
  ],
  'resource/permissions': [
    'Berechtigungen',
    'Was jede Rolle darf: eine Liste von Vorgängen, oder ein Objekt, das jeden Vorgang auf manche Datensätze beschränkt. Rollen, die fehlen, haben keinen Zugriff; Rollen mit allen Rechten brauchen keinen Eintrag. Statt des Objekts geht auch der Name gemeinsamer Berechtigungen.',
  ],
  'resource/permissions/list': [
    'Auflisten',
    'Die Datensätze, die Listen und ähnliche Ansichten zeigen. `true`: alle, `false`: keine, oder eine Bedingung: nur Datensätze, die sie erfüllen.',
  ],
  'resource/permissions/read': [
    'Lesen',
    'Die Datensätze, die die Rolle öffnen kann. `true`: alle, `false`: keine, oder eine Bedingung: nur Datensätze, die sie erfüllen.',
  ],
  'resource/permissions/create': [
    'Anlegen',
    'Die Datensätze, die die Rolle anlegen kann. `true`: alle, `false`: keine, oder eine Bedingung: nur Datensätze, die sie erfüllen.',
  ],
  'resource/permissions/update': [
    'Ändern',
    'Die Datensätze, die die Rolle ändern kann; sie müssen auch danach zum Filter passen. `true`: alle, `false`: keine, oder eine Bedingung: nur Datensätze, die sie erfüllen.',
  ],
  'resource/permissions/delete': [
    'Löschen',
    'Die Datensätze, die die Rolle löschen kann. `true`: alle, `false`: keine, oder eine Bedingung: nur Datensätze, die sie erfüllen.',
  ],
  'resource/permissions/export': [
    'Exportieren',
    'Die sichtbaren Datensätze, die die Rolle exportieren kann. `true`: alle, `false`: keine, oder eine Bedingung: nur Datensätze, die sie erfüllen.',
  ],
  'resource/permissions/import': [
    'Importieren',
    'Erlaubt Importe, soweit die Rolle anlegen und ändern darf.',
  ],
  'resource/permissions/history': [
    'Verlauf sehen',
    'Zeigt, wie Datensätze früher waren: ihre Versionen und Listen zu einem Zeitpunkt.',
  ],
  'resource/permissions/restore': [
    'Wiederherstellen',
    'Erlaubt, Versionen und gelöschte Datensätze wiederherzustellen und Änderungen anderer rückgängig zu machen, soweit die Rolle anlegen, ändern und löschen darf.',
  ],
  'resource/permissions/comment': [
    'Kommentieren',
    'Zeigt die Kommentare zu den Datensätzen und erlaubt, welche zu schreiben. Ohne Angabe darf das jede Rolle, die lesen darf.',
  ],
};
