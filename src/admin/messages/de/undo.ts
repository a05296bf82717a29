import type { undo as english } from '../en/undo.ts';

export const undo = {
  api_keys: 'API-Schlüssel',
  undo: {
    do: 'Rückgängig machen',
    running: 'Änderungen werden rückgängig gemacht …',
    title: 'Änderungen teilweise rückgängig gemacht',
    leave: 'Sie können dieses Fenster schließen. Die Arbeit läuft weiter.',
    done: '%{smart_count} Datensatz wiederhergestellt |||| %{formatted} Datensätze wiederhergestellt',
    nothing: 'Nichts rückgängig zu machen: Die Datensätze sind wie zuvor',
    left: '%{written} wiederhergestellt, %{formatted} wurde seitdem geändert |||| %{written} wiederhergestellt, %{formatted} wurden seitdem geändert',
    changed_since: 'Seitdem geändert',
    failed:
      '%{written} wiederhergestellt, %{formatted} konnte nicht wiederhergestellt werden |||| %{written} wiederhergestellt, %{formatted} konnten nicht wiederhergestellt werden',
    stopped:
      'Das Rückgängigmachen wurde angehalten: %{written} wiederhergestellt. Setzen Sie es unter „Importe und Exporte“ fort.',
    show: 'Anzeigen',
    overwrite: 'Auch diese überschreiben',
    trash: 'Papierkorb',
    erase: 'Aus dem Verlauf löschen …',
    changes: 'Änderungen',
    steps: 'Rückgängig und wiederholen',
    last_steps: 'Letzte Schritte',
    up_to: 'Ein Schritt wird zusammen mit allen späteren rückgängig gemacht.',
    undo_step: 'Rückgängig: %{step}',
    redo_step: 'Wiederholen: %{step}',
    did: {
      field:
        '%{field} von %{formatted} Datensatz geändert |||| %{field} von %{formatted} Datensätzen geändert',
      edit: '%{formatted} Zelle geändert |||| %{formatted} Zellen geändert',
      paste: '%{formatted} Zelle eingefügt |||| %{formatted} Zellen eingefügt',
      create: '%{formatted} Datensatz angelegt |||| %{formatted} Datensätze angelegt',
      update: '%{formatted} Datensatz geändert |||| %{formatted} Datensätze geändert',
      delete: '%{formatted} Datensatz gelöscht |||| %{formatted} Datensätze gelöscht',
    },
  },
} satisfies typeof english;
