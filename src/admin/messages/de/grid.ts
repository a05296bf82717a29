import type { grid as english } from '../en/grid.ts';

export const grid = {
  grid: {
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
