import type { SettingTexts } from '../../../../../descriptor/read/setting-places.ts';

/** The settings of the types of fields. What several types share stands at the first of them. */
export const typeTexts: SettingTexts = {
  'text/multiline': [
    'Mehrzeilig',
    'Erlaubt Zeilenumbrüche und zeigt ein mehrzeiliges Eingabefeld. Sonst wird ein Zeilenumbruch zu einem Leerzeichen, außer wenn `Leerzeichen entfernen` aus ist.',
  ],
  'text/pattern': [
    'Muster',
    'Ein regulärer Ausdruck, zu dem der Text passen muss, in der Syntax von JavaScript mit dem Flag `u`; `^` am Anfang und `$` am Ende verlangen, dass der ganze Text passt. Look-around, Rückverweise und `\\b` sind nicht erlaubt, damit das Prüfen nur so lange dauert, wie der Text lang ist.',
  ],
  'text/minLength': ['Mindestlänge', 'Die kleinste Anzahl von Zeichen (Codepoints).'],
  'text/maxLength': ['Höchstlänge', 'Die größte Anzahl von Zeichen (Codepoints).'],
  'text/pageOf': [
    'Seite von',
    'Der Text nennt eine Seite, etwa `12` oder `p. 12`, der Datei in diesem Feld: eines des Datensatzes oder eines hinter einem Verweis, etwa `source.document`. Ein Link öffnet die Datei dort.',
  ],
  'text/trim': [
    'Leerzeichen entfernen',
    'Entfernt Leerzeichen am Anfang und am Ende. Ausgeschaltet bleibt der Text genau so, wie er eingegeben wurde, auch mit seinen Zeilenumbrüchen.',
  ],
  'text/order': [
    'Reihenfolge',
    'Wie Texte geordnet werden: `Natürlich` vergleicht Ziffern als ganze Zahlen, sodass `2026.10` nach `2026.9` kommt, beim Sortieren, in Gruppen und Bereichen. Vorgabe: Ziffer für Ziffer.',
  ],
  'number/integer': ['Ganze Zahlen', 'Nur ganze Zahlen, bis ±9.007.199.254.740.991.'],
  'number/decimals': [
    'Nachkommastellen',
    'Die größte Anzahl von Nachkommastellen; Werte werden mit so vielen angezeigt.',
  ],
  'number/min': ['Kleinster Wert', 'Der kleinste zulässige Wert.'],
  'number/max': ['Größter Wert', 'Der größte zulässige Wert.'],
  'number/unit': ['Einheit', 'Die Einheit hinter der Zahl, etwa `g/mol`.'],
  'number/qualifier': [
    'Grenzzeichen',
    'Das Auswahlfeld desselben Datensatzes, das sagt, dass ein Wert eine Grenze ist: `<`, `<=`, `>` oder `>=`; `=` oder leer heißt genau. Bedingungen finden dann nur Werte, die sie sicher erfüllen.',
  ],
  'decimal/precision': [
    'Ziffern',
    'Die größte Anzahl von Ziffern, vor und nach dem Komma zusammen.',
  ],
  'decimal/scale': [
    'Nachkommastellen',
    'Die Anzahl der Ziffern nach dem Komma; jeder Wert hat genau so viele.',
  ],
  'decimal/keepZeros': [
    'Nullen behalten',
    'Nullen am Ende sagen, wie genau ein Wert ist, darum bleiben sie, wie sie geschrieben sind: Aus `14.0` wird weder `14` noch `14.00`. Ein Wert hat dann höchstens so viele Nachkommastellen wie eingestellt.',
  ],
  'decimal/min': ['Kleinster Wert', 'Der kleinste zulässige Wert, als Text wie `"0"`.'],
  'decimal/max': ['Größter Wert', 'Der größte zulässige Wert, als Text wie `"99.50"`.'],
  'decimal/unit': ['Einheit', 'Die Einheit hinter der Zahl, etwa `kg`.'],
  'time/seconds': ['Sekunden', 'Uhrzeiten haben Sekunden, etwa `14:30:05`; sonst haben sie keine.'],
  'time/min': ['Früheste Uhrzeit', 'Die früheste zulässige Uhrzeit, etwa `08:00`.'],
  'time/max': ['Späteste Uhrzeit', 'Die späteste zulässige Uhrzeit, etwa `18:30`.'],
  'duration/seconds': [
    'Sekunden',
    'Dauern haben Sekunden, etwa `1:30:05`; sonst sind es ganze Minuten.',
  ],
  'duration/min': ['Kürzeste Dauer', 'Die kürzeste zulässige Dauer, in Sekunden.'],
  'duration/max': ['Längste Dauer', 'Die längste zulässige Dauer, in Sekunden.'],
  'choice/choices': [
    'Optionen',
    'Die Optionen in ihrer Reihenfolge: entweder Texte oder ganze Zahlen, jede allein als Wert oder als `{ "value", "label", "color", "was", "retired" }`. Anstelle der Liste stehen mit `"$roles"` die Rollen des Deskriptors zur Auswahl.',
  ],
  'choice/choices/value': ['Wert', 'Der Wert, der gespeichert und in Dateien verwendet wird.'],
  'choice/choices/was': [
    'Früherer Wert',
    'Der frühere Wert; Datensätze und ihr Verlauf gehen auf den neuen über.',
  ],
  'choice/choices/label': [
    'Beschriftung',
    'Die Beschriftung: ein Text für alle Sprachen oder einer je Sprache.',
  ],
  'choice/choices/color': ['Farbe', 'Die Farbe des Chips.'],
  'choice/choices/retired': [
    'Stillgelegt',
    'Kein Datensatz kann diesen Wert mehr erhalten. Datensätze, die ihn haben, behalten ihn, und Filter finden ihn.',
  ],
  'choice/states': [
    'Zustände',
    'Macht die Optionen zu Zuständen eines Datensatzes: Neue Datensätze beginnen in einem Anfangszustand, und nur die Übergänge führen zu anderen. Vorgabe: Jede Änderung ist erlaubt.',
  ],
  'choice/states/initial': [
    'Anfangszustände',
    'Die Zustände, in denen neue Datensätze beginnen. Vorgabe: die erste Option.',
  ],
  'choice/states/transitions': [
    'Übergänge',
    'Die Schritte von einem Zustand zu einem anderen. Keine andere Änderung des Feldes ist erlaubt.',
  ],
  'choice/states/transitions/name': [
    'Name',
    'Der Name des Übergangs, für Aktionen mit mehreren Datensätzen; kein anderer Übergang und keine Aktion der Sammlung heißt so.',
  ],
  'choice/states/transitions/from': ['Von', 'Die Zustände, in denen der Übergang möglich ist.'],
  'choice/states/transitions/to': ['Zu', 'Der Zustand, zu dem er führt.'],
  'choice/states/transitions/roles': [
    'Rollen',
    'Die Rollen, die den Übergang verwenden dürfen, neben denen, die alles dürfen. Jede muss den Datensatz und das Feld ändern können. Vorgabe: alle Rollen, die das können.',
  ],
  'choice/states/transitions/when': [
    'Bedingung',
    'Die Bedingung, die der Datensatz nach dem Übergang erfüllen muss, mit den Werten, die dabei gesendet werden. Vorgabe: alle Datensätze.',
  ],
  'choice/states/transitions/reason': [
    'Grund',
    'Warum der Übergang für Datensätze nicht möglich ist, die die Bedingung nicht erfüllen. Vorgabe: die Bedingung in Worten.',
  ],
  'choice/states/transitions/required': [
    'Pflichtfelder',
    'Die Felder, die für den Übergang einen Wert haben müssen.',
  ],
  'choice/states/transitions/form': [
    'Formular',
    'Die Felder des Datensatzes, nach denen die Schaltfläche fragt.',
  ],
  'choice/states/transitions/confirm': [
    'Rückfrage',
    'Die Frage, die vor dem Übergang zu bestätigen ist. Vorgabe: keine, außer wenn er ein Formular hat.',
  ],
  'choice/states/transitions/mail': [
    'E-Mail',
    'Sendet eine E-Mail, die sagt, wer welchen Datensatz von welchem Zustand in welchen gebracht hat. Wer es tut, erhält selbst keine. Vorgabe: keine.',
  ],
  'choice/states/transitions/mail/to': [
    'Empfänger',
    'Wer die E-Mail erhält: Felder vom Typ `email` und Verweise auf Benutzer, im Datensatz (`createdBy`) oder hinter einem Verweis (`pupil.email`).',
  ],
  'cas/pseudoKeys': [
    'Pseudoschlüssel',
    'Nimmt auch Schlüssel für Stoffe ohne CAS-Nummer an, etwa `MOSH`, und mehrere Nummern, etwa `108-38-3, 106-42-3`. Solche Werte erhalten eine Warnung. Nummern mit falscher Prüfziffer werden weiter abgelehnt.',
  ],
  'markdown/maxLength': [
    'Höchstlänge',
    'Die größte Anzahl von Zeichen (Codepoints), einschließlich derer zur Formatierung.',
  ],
  'money/currency': [
    'Währung',
    'Die Währung: ein Code nach ISO 4217 wie `CHF`, oder `{ "$field": "currency" }` für ein Feld vom Typ `choice` oder `text` desselben Datensatzes, das solche Codes enthält.',
  ],
  'money/currency/$field': [
    'Feld',
    'Ein Feld vom Typ `choice` oder `text`, dessen Werte solche Codes sind.',
  ],
  'money/scale': [
    'Nachkommastellen',
    'Die Anzahl der Ziffern nach dem Komma. Vorgabe: die der Währung, etwa 2 für `CHF` und 0 für `JPY`; 2, wenn ein Feld die Währung enthält.',
  ],
  'tags/maxLength': ['Höchstlänge', 'Die größte Anzahl von Zeichen pro Schlagwort.'],
  'tags/maxEntries': ['Höchstzahl', 'Die größte Anzahl von Schlagwörtern pro Datensatz.'],
  'reference/to': ['Verweist auf', 'Die Sammlung, auf die das Feld verweist.'],
  'reference/filter': [
    'Filter',
    'Nur Datensätze, die diese Bedingung erfüllen, stehen zur Auswahl, etwa `country = $country and active`. Sie verwendet die Felder der anderen Sammlung; `$country` ist ein Feld des Datensatzes mit dem Verweis. Vorgabe: alle Datensätze.',
  ],
  'reference/tree': [
    'Baum',
    'Der Verweis nennt den übergeordneten Datensatz: Die Datensätze der Sammlung bilden einen Baum. Nichts kann unter sich selbst stehen. `true` oder ein Objekt. Vorgabe: false.',
  ],
  'reference/tree/maxDepth': [
    'Höchste Tiefe',
    'Wie viele Ebenen der Baum höchstens haben darf; Datensätze ohne übergeordneten bilden die erste.',
  ],
  'references/maxEntries': [
    'Höchstzahl',
    'Die größte Anzahl von Datensätzen, auf die verwiesen wird.',
  ],
  'sequence/format': [
    'Format',
    'Wie eine Nummer geschrieben wird: Text mit `{number}` oder `{number:5}` für mindestens fünf Ziffern und `{year}` für das Jahr, in dem der Datensatz angelegt wurde. Datensätze behalten die Nummern eines früheren Formats.',
  ],
  'sequence/per': [
    'Gezählt je',
    'Was eine eigene Zählung hat: `year` beginnt jedes Jahr neu und braucht `{year}` im Format; der Name eines Verweises desselben Datensatzes, der Pflicht ist, zählt für jeden Datensatz, auf den er verweist. Vorgabe: Alle Datensätze haben eine gemeinsame Zählung.',
  ],
  'sequence/gapless': [
    'Lückenlos',
    'Lässt keine Lücke, wenn ein Schreiben fehlschlägt. Andere warten dann, bis das Schreiben mit der vorherigen Nummer beendet ist. Nummern je Verweis haben nie solche Lücken.',
  ],
  'file/accept': [
    'Dateitypen',
    'Die Dateien, die das Feld annimmt, nach ihrem Inhalt: `image`, `pdf`, `text`, `audio`, `video`, `document` oder MIME-Typen wie `application/zip` und `audio/*`. Vorgabe: alle.',
  ],
  'file/maxSize': [
    'Höchste Größe',
    'Wie viele Byte eine Datei höchstens hat: eine Zahl, oder Text wie `"50 MB"`. Höchstens 5 GB.',
  ],
  'file/keepLocation': [
    'Aufnahmeort behalten',
    'Behält den Ort, an dem ein Bild aufgenommen wurde. Sonst wird er beim Hochladen aus dem Bild entfernt.',
  ],
  'files/maxFiles': ['Höchstzahl', 'Die größte Anzahl von Dateien pro Datensatz.'],
  'object/fields': [
    'Teile',
    'Die Teile. Jeder ist ein Feld eines Typs mit einem Wert und kann `label`, `help` und `required` haben.',
  ],
};
