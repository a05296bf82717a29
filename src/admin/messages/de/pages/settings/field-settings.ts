import type { SettingTexts } from '../../../../../descriptor/read/setting-places.ts';

/** The settings that every field can have. */
export const fieldTexts: SettingTexts = {
  'field/label': [
    'Beschriftung',
    'Die Beschriftung des Feldes: ein Text für alle Sprachen oder einer je Sprache. Vorgabe: aus seinem Namen abgeleitet.',
  ],
  'field/was': [
    'Früherer Name',
    'Der frühere Name des Feldes. Seine Werte und ihr Verlauf gehen auf den neuen Namen über. Die Einstellung kann danach stehen bleiben.',
  ],
  'field/help': ['Hilfe', 'Ein Satz unter dem Eingabefeld und in der Dokumentation der API.'],
  'field/aliases': [
    'Andere Namen',
    'Andere Namen des Feldes in Dateien, etwa `["CAS No.", "CASRN"]`. Importe lesen Spalten mit diesen Namen als das Feld.',
  ],
  'field/required': ['Pflicht', 'Lehnt Datensätze ohne Wert ab.'],
  'field/unique': [
    'Eindeutig',
    'Keine zwei Datensätze können denselben Wert haben. Datensätze ohne Wert sind ausgenommen.',
  ],
  'field/search': [
    'Durchsucht',
    'Das Suchfeld der Liste und der Parameter `q` der API durchsuchen dieses Feld.',
  ],
  'field/index': [
    'Index',
    'Ergänzt einen Index, damit sich Listen jeder Größe sofort nach dem Feld sortieren lassen. Eindeutige Felder, Verweise, deklarierte Filter der Liste und ihre Reihenfolge haben auch ohne diese Einstellung einen. Das Schreiben dauert etwas länger.',
  ],
  'field/readOnly': [
    'Schreibgeschützt',
    'Sichtbar, aber in Formularen, der API und Importen nicht änderbar. Nur das System setzt den Wert.',
  ],
  'field/computed': [
    'Berechnet',
    "Der Ausdruck, der den Wert berechnet, etwa `valueMax - valueMin`, `concat(articleId, ': ', title)`, `source.year` oder `sum(amount of lines.order)`. Niemand kann das Feld schreiben.",
  ],
  'field/computedInCode': [
    'Vom Code berechnet',
    'Der Code der Installation berechnet den Wert bei jedem Schreiben des Datensatzes (`defineField`). Niemand kann das Feld schreiben.',
  ],
  'field/stored': [
    'Gespeichert',
    'Nur berechnete Felder: speichert den Wert mit dem Datensatz, damit Listen jeder Größe sofort danach sortieren und filtern. Ein gespeicherter Wert über andere Datensätze zählt sie alle, und nur Rollen, die alle sehen, können ihn lesen. Sonst wird der Wert bei jedem Lesen aus den Datensätzen berechnet, die der Leser sehen darf.',
  ],
  'field/default': [
    'Vorgabe',
    'Der Wert neuer Datensätze, die keinen setzen: ein gültiger Wert oder `$now`, `$today` (Datum und Zeitpunkt, auch `$today+30d`), `$year` (ganze Zahlen) oder `$user` (Verweise auf Benutzer). `{"$field": "product.price"}` kopiert ihn aus dem Datensatz, den ein Verweis nennt; `{"$expression": "addDays(on, 30)"}` berechnet ihn.',
  ],
  'field/when': [
    'Bedingungen',
    'Bedingungen dafür, ob das Feld sichtbar, Pflicht oder schreibgeschützt ist. Sie gelten in Formularen, in der API und beim Import.',
  ],
  'field/when/shown': [
    'Sichtbar, wenn',
    'Nur Datensätze, die diese Bedingung erfüllen, haben das Feld; in anderen ist es leer.',
  ],
  'field/when/required': [
    'Pflicht, wenn',
    'Datensätze, die diese Bedingung erfüllen, müssen einen Wert haben.',
  ],
  'field/when/readOnly': [
    'Schreibgeschützt, wenn',
    'In Datensätzen, die diese Bedingung erfüllen, lässt sich der Wert nicht ändern.',
  ],
  'field/read': [
    'Lesen',
    'Nur diese Rollen können das Feld sehen und exportieren, danach filtern und sortieren und darin suchen. Sie müssen außerdem den Datensatz lesen dürfen.',
  ],
  'field/write': [
    'Schreiben',
    'Nur diese Rollen können das Feld ändern. Sie müssen außerdem den Datensatz ändern dürfen.',
  ],
};
