/** The texts of the cells, inputs and filters of the field types. */
export const values = {
  values: {
    yes: 'Yes',
    no: 'No',
    unknown: 'Unknown',
    contains: '%{label} contains',
    one_of: '%{label} is one of',
    quoted: '“%{text}”',
    from: 'From',
    to: 'To',
    presence: { label: 'Value', any: 'Any', filled: 'Filled in', empty: 'Empty' },
    more: '+%{count}',
    more_chosen: '%{smart_count} more',
    show_more: 'Show %{count} more',
    choose_date: 'Choose from a calendar',
    choose_time: 'Choose from a clock',
    no_choice: '%{value} (no longer allowed)',
    date_placeholder: 'DD.MM.YYYY',
    date_time_placeholder: 'DD.MM.YYYY HH:mm:ss',
    time_placeholder: 'HH:mm',
    time_seconds_placeholder: 'HH:mm:ss',
    duration_placeholder: '1:30 or 90 min',
    duration_seconds_placeholder: '1:30:05 or 90 s',
    reference: {
      similar: 'similar',
      hidden: 'not visible to you',
      not_visible:
        '%{smart_count} record you cannot see |||| %{smart_count} records you cannot see',
    },
    structure: {
      of: 'Structure %{smiles}',
      incomplete: 'The drawing appears once the SMILES is complete',
      unreadable: 'This structure cannot be drawn',
      too_large: 'This structure is too large to be drawn',
      failed: 'The drawing could not be loaded',
    },
  },
};
