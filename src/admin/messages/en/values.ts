/** What the cells, inputs and filters of the field types say. */
export const values = {
  values: {
    yes: 'Yes',
    no: 'No',
    unknown: 'Unknown',
    contains: '%{label} contains',
    one_of: '%{label} is one of',
    from: 'From',
    to: 'To',
    presence: { label: 'Value', any: 'Any', filled: 'Filled in', empty: 'Empty' },
    more: '+%{count}',
    show_more: 'Show %{count} more',
    choose_date: 'Choose from a calendar',
    date_placeholder: 'DD.MM.YYYY',
    date_time_placeholder: 'DD.MM.YYYY HH:mm:ss',
    reference: {
      hidden: 'Your role may not see this record',
      gone: 'This record cannot be found',
    },
    structure: {
      of: 'Structure %{smiles}',
      incomplete: 'Drawn as soon as the SMILES is complete',
      unreadable: 'This structure cannot be drawn',
      too_large: 'This structure is too large to be drawn',
      failed: 'The drawing could not be loaded',
    },
  },
};
