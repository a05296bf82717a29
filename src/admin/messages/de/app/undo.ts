import type { undo as english } from '../../en/app/undo.ts';
import type { Translated } from '../../../../fields/problems/translated.ts';

export const undo = {
  apiKeys: 'API-Schlüssel',
  undo: {
    do: 'Rückgängig machen',
    running: 'Änderungen werden rückgängig gemacht …',
    title: 'Änderungen teilweise rückgängig gemacht',
    leave: 'Sie können dieses Fenster schließen. Die Arbeit läuft weiter.',
    done: '{count} Datensatz wiederhergestellt |||| {count} Datensätze wiederhergestellt',
    nothing: 'Nichts rückgängig zu machen: Die Datensätze sind wie zuvor',
    left: '{written} wiederhergestellt, {count} wurde seitdem geändert |||| {written} wiederhergestellt, {count} wurden seitdem geändert',
    changedSince: 'Seitdem geändert',
    failed:
      '{written} wiederhergestellt, {count} konnte nicht wiederhergestellt werden |||| {written} wiederhergestellt, {count} konnten nicht wiederhergestellt werden',
    stopped:
      'Das Rückgängigmachen wurde angehalten: {written} wiederhergestellt. Setzen Sie es unter „Importe und Exporte“ fort.',
    show: 'Anzeigen',
    overwrite: 'Auch diese überschreiben',
    trash: 'Papierkorb',
    erase: 'Aus dem Verlauf löschen …',
    changes: 'Änderungen',
    steps: 'Rückgängig und wiederholen',
    lastSteps: 'Letzte Schritte',
    upTo: 'Ein Schritt wird zusammen mit allen späteren rückgängig gemacht.',
    step: { undo: 'Rückgängig: {step}', redo: 'Wiederholen: {step}' },
    did: {
      field: '{field} von {count} Datensatz geändert |||| {field} von {count} Datensätzen geändert',
      edit: '{count} Zelle geändert |||| {count} Zellen geändert',
      paste: '{count} Zelle eingefügt |||| {count} Zellen eingefügt',
      create: '{count} Datensatz angelegt |||| {count} Datensätze angelegt',
      update: '{count} Datensatz geändert |||| {count} Datensätze geändert',
      delete: '{count} Datensatz gelöscht |||| {count} Datensätze gelöscht',
    },
  },
} satisfies Translated<typeof english>;
