import type { values as english } from '../en/values.ts';

export const values = {
  values: {
    yes: 'Ja',
    no: 'Nein',
    unknown: 'Unbekannt',
    contains: '%{label} enthält',
    one_of: '%{label} ist eines von',
    quoted: '„%{text}“',
    from: 'Von',
    to: 'Bis',
    presence: { label: 'Wert', any: 'Alle', filled: 'Ausgefüllt', empty: 'Leer' },
    more: '+%{count}',
    more_chosen: '%{smart_count} weitere',
    show_more: '%{count} weitere anzeigen',
    choose_date: 'Aus einem Kalender wählen',
    choose_time: 'Aus einer Uhr wählen',
    retired_choice: '%{value} (nicht mehr angeboten)',
    no_choice: '%{value} (nicht mehr erlaubt)',
    date_placeholder: 'TT.MM.JJJJ',
    date_time_placeholder: 'TT.MM.JJJJ HH:mm:ss',
    time_placeholder: 'HH:mm',
    time_seconds_placeholder: 'HH:mm:ss',
    duration_placeholder: '1:30 oder 90 min',
    duration_seconds_placeholder: '1:30:05 oder 90 s',
    reference: {
      similar: 'ähnlich',
      hidden: 'für Sie nicht sichtbar',
      not_visible:
        '%{smart_count} Datensatz, den Sie nicht sehen dürfen |||| %{smart_count} Datensätze, die Sie nicht sehen dürfen',
    },
    structure: {
      of: 'Struktur %{smiles}',
      incomplete: 'Wird gezeichnet, sobald das SMILES vollständig ist',
      unreadable: 'Diese Struktur lässt sich nicht zeichnen',
      too_large: 'Diese Struktur ist zu groß, um sie zu zeichnen',
      failed: 'Die Zeichnung konnte nicht geladen werden',
    },
  },
} satisfies typeof english;
