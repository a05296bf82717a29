import type { undo as english } from '../en/undo.ts';

export const undo = {
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
  },
} satisfies typeof english;
