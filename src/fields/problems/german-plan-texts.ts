import type { PlanTextKey } from './plan-texts.ts';

/** The German text of every sentence of a plan. */
export const planTexts: Record<PlanTextKey, string> = {
  addsTable: 'legt die Tabelle {table} an',
  dropsTable: 'löscht die Tabelle {table}, die nicht mehr deklariert ist, mit allen Zeilen',
  dropsEmptyTable:
    'löscht die leere Tabelle {table}, damit die umbenannte Tabelle ihren Namen bekommt',
  foreignTable:
    'braucht den Tabellennamen {table}, aber im Schema public gibt es eine Tabelle dieses Namens, die nicht von Backoffice ist; verwenden Sie eine eigene Datenbank',
  renames: 'benennt {from} in {to} um',
  renamesTable: 'benennt {from} in {to} um, mit den Datensätzen und ihrem Verlauf',
  recordsExist:
    'Datensätze gibt es schon in {table}; verschieben Sie diese zuerst, oder entfernen Sie "was"',
  addsField: 'fügt das Feld {field} zu {table} hinzu',
  addsNumbered:
    'fügt das Feld {field} zu {table} hinzu und nummeriert alle Datensätze in der Reihenfolge ihrer Anlage',
  addsFilled: 'fügt das Feld {field} zu {table} hinzu, mit seiner Vorgabe in jedem Datensatz',
  addsRequired: 'fügt das Pflichtfeld {field} zu {table} hinzu',
  addsComputed: 'fügt das Feld {field} zu {table} hinzu, berechnet für jeden Datensatz',
  wouldLack:
    'Datensätze von {table} hätten keinen Wert dafür; deklarieren Sie eine Vorgabe, oder fügen Sie "required" später hinzu',
  dropsField: 'löscht {path}, das nicht mehr deklariert ist, mit allen Werten',
  dropsPart: 'löscht den Teil {part} von {path}, der nicht mehr deklariert ist, mit allen Werten',
  renamesField: 'benennt {path} in {to} um, mit den Werten und ihrem Verlauf',
  movesValues: 'verschiebt die Werte von {path} nach {to}, mit ihrem Verlauf',
  differentValues:
    'Datensätze von {table} haben schon einen anderen Wert in {to}; leeren Sie ihn zuerst, oder entfernen Sie "was"',
  otherType:
    'Datensätze von {table} haben einen Wert eines anderen Typs in {from}; deklarieren Sie {to} zuerst mit diesem Typ',
  makesRequired: 'macht {path} zum Pflichtfeld',
  lack: 'Datensätze von {table} haben keinen Wert dafür; geben Sie zuerst Werte ein',
  lackDespiteDefault:
    'Datensätze von {table} haben keinen Wert dafür; geben Sie zuerst Werte ein, denn die Vorgabe gilt nur für neue Datensätze',
  wouldLose:
    'Datensätze von {table} hätten keinen Wert für dieses Pflichtfeld; korrigieren Sie zuerst ihre Werte, oder geben Sie welche ein',
  notRequired: '{path} ist kein Pflichtfeld mehr',
  numbersRest: 'nummeriert die Datensätze von {table} ohne {field}',
  changesType: 'ändert {path} von {fromType} in {toType}',
  onlyWhole: 'lässt in {path} nur noch ganze Zahlen zu',
  alsoFractions: 'lässt in {path} auch Zahlen mit Nachkommastellen zu',
  inNaturalOrder: '{type} in natürlicher Reihenfolge',
  changes: 'ändert {path}: {what}',
  changesPart: '{part} von {fromType} in {toType}',
  refersTo: 'verweist auf {to} statt auf {from}, nach Importschlüssel oder Titel',
  makesList: 'macht aus dem Verweis in {path} eine Liste von Verweisen',
  makesSingle: 'macht aus den Verweisen in {path} einen einzigen Verweis und behält den ersten',
  renamesChoice: 'benennt den Auswahlwert {from} von {path} in {to} um',
  inHistory: '{step}, im Verlauf',
  retires: 'bietet {choices} nicht mehr für {path} an; Datensätze damit behalten den Wert',
  computes: 'berechnet {path} in jedem Datensatz',
  computesInstead: 'berechnet {path} und ersetzt die Werte',
  recomputes: 'berechnet {path} in jedem Datensatz neu',
  keepsComputed: '{path} kann ab jetzt bearbeitet werden und behält die berechneten Werte',
  removesComputed: 'entfernt {path}, das aus anderen Feldern berechnet wurde',
  addsTrigger: 'legt den Trigger {name} an',
  removesTrigger: 'entfernt den Trigger {name}',
  addsSearch: 'legt die Suchspalte von {table} an',
  removesSearch: 'entfernt die alte Suchspalte von {table}',
  addsIndex: 'legt den Index {name} an',
  removesIndex: 'entfernt den Index {name}, der nicht mehr gebraucht wird',
  makesUnique: 'macht {path} eindeutig',
  repeated:
    'Datensätze von {table} haben einen Wert mit einem anderen Datensatz gemeinsam; ändern Sie diese zuerst',
  addsForeignKey: 'legt einen Fremdschlüssel von {path} auf {to} an',
  removesForeignKey: 'entfernt den Fremdschlüssel von {path}',
  dangling:
    'Datensätze von {table} verweisen auf einen Datensatz von {to}, den es nicht gibt; korrigieren Sie diese zuerst',
  allowsOverlaps: 'lässt Zeiträume in {table} wieder überlappen',
  refusesOverlaps: 'lehnt überlappende Zeiträume in {table} ab',
  overlapping:
    'Datensätze von {table} überlappen mit einem anderen Datensatz; ändern Sie diese zuerst',
  renamesRole: 'benennt die Rolle {from} in {to} um, in {documents}',
  usesNewNames: 'verwendet die neuen Namen in {documents}',
  savedViews: '{count} gespeicherten Ansicht |||| {count} gespeicherten Ansichten',
  importRecipes: '{count} Importvorlage |||| {count} Importvorlagen',
  recipeVersions: '{count} früheren Vorlagenversion |||| {count} früheren Vorlagenversionen',
  importJobs: '{count} Import |||| {count} Importen',
  preferences: '{count} Einstellung |||| {count} Einstellungen',
  webhooks: '{count} Webhook |||| {count} Webhooks',
  queries: '{count} Rückfrage |||| {count} Rückfragen',
  formEntries: '{count} wartenden Formulareintrag |||| {count} wartenden Formulareinträgen',
  viewSessions: '{count} offenen „Ansehen als“ |||| {count} offenen „Ansehen als“',
  apiKeys: '{count} API-Schlüssel |||| {count} API-Schlüsseln',
  checks: 'prüft, dass Datensätze von {table} {check} erfüllen',
  requiresSome: 'verlangt {path} in manchen Datensätzen',
  restrictsToSome: 'beschränkt {path} auf manche Datensätze',
  staysUntilSaved:
    '{rule}; vorhandene Datensätze bleiben, können aber erst wieder gespeichert werden, wenn sie passen',
  restrictsValues:
    'beschränkt die Werte von {path}; vorhandene Werte bleiben, müssen aber korrigiert werden, bevor der Datensatz gespeichert werden kann',
  restrictsTargets:
    'beschränkt, worauf {path} verweisen kann; vorhandene Verweise bleiben, können aber erst geändert werden, wenn sie passen',
  makesTree:
    'macht aus {table} einen Baum; Datensätze, die unter sich selbst stehen, bleiben, brauchen aber ein anderes {field}, bevor es geändert werden kann',
  makesLowTree:
    'macht aus {table} einen Baum; Datensätze, die unter sich selbst oder tiefer als {levels} Ebenen stehen, bleiben, brauchen aber ein anderes {field}, bevor es geändert werden kann',
  unfit: '{rule} ({count} Datensatz) |||| {rule} ({count} Datensätze)',
  rulesUpdated: 'Geänderte Regeln: {names}',
  leftEmpty: '{path} ist nicht mehr deklariert; es ist leer und bleibt in der Datenbank',
  leftRecords:
    '{path} ist nicht mehr deklariert: Die Datenbank behält {count} Datensatz, aber niemand kann ihn sehen |||| {path} ist nicht mehr deklariert: Die Datenbank behält {count} Datensätze, aber niemand kann sie sehen',
  leftValues:
    '{path} ist nicht mehr deklariert: Die Datenbank behält die Werte von {count} Datensatz, aber niemand kann sie sehen |||| {path} ist nicht mehr deklariert: Die Datenbank behält die Werte von {count} Datensätzen, aber niemand kann sie sehen',
  leftLikely: '{left}. {likely}',
  likely:
    'Das sieht nach einer Umbenennung in {names} aus: Wenn ja, deklarieren Sie dort "was": "{name}"',
  or: '{one} oder {other}',
  prevented: '{step}: {reason}',
};
