import type { grid as english } from '../en/grid.ts';

export const grid = {
  grid: {
    density: 'Zeilenhöhe',
    densities: { compact: 'Dicht', standard: 'Normal', comfortable: 'Geräumig' },
    column_menu: 'Spalte %{label}',
    column: {
      up: 'Aufsteigend sortieren',
      down: 'Absteigend sortieren',
      more: 'Auch danach sortieren',
      pin_left: 'Links anheften',
      pin_right: 'Rechts anheften',
      unpin: 'Lösen',
      move_left: 'Nach links',
      move_right: 'Nach rechts',
      wider: 'Breiter',
      narrower: 'Schmaler',
      fit: 'Breite von selbst',
      hide: 'Spalte ausblenden',
    },
    refused_hint: 'F2 zum Berichtigen, Esc lässt es, wie es war',
    conflict: 'Jemand anderes hat diese Zelle inzwischen geändert',
    keep_theirs: 'Deren behalten',
    keep_mine: 'Meinen behalten',
    some_failed:
      '%{smart_count} Zelle konnte nicht gespeichert werden |||| %{smart_count} Zellen konnten nicht gespeichert werden',
    nothing_to_undo: 'Nichts rückgängig zu machen',
    nothing_to_redo: 'Nichts zu wiederholen',
    undo_done:
      'Rückgängig gemacht: %{smart_count} Datensatz |||| Rückgängig gemacht: %{smart_count} Datensätze',
    redo_done: 'Wiederholt: %{smart_count} Datensatz |||| Wiederholt: %{smart_count} Datensätze',
    step_failed:
      '%{smart_count} Datensatz wurde inzwischen geändert und bleibt, wie er ist |||| %{smart_count} Datensätze wurden inzwischen geändert und bleiben, wie sie sind',
  },
} satisfies typeof english;
