import { visuallyHidden } from '../../kit/visually-hidden.ts';

/** In a table the column heads are the labels; those of the inputs are left to screen readers. */
const tableSx = {
  '& [data-line] :is(.MuiInputLabel-root, [data-label])': visuallyHidden,
  '& [data-line] .MuiOutlinedInput-notchedOutline': { top: 0 },
  '& [data-line] .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
  '& [data-line] .MuiFormControl-root': { my: 0 },
  // As with inputs, so that nothing moves when a row gets its inputs.
  '& tr[data-line] > td': { height: 52 },
  '& th': { minWidth: 200 },
  '& th[data-width="narrow"]': { minWidth: 120, width: 150 },
  '& :is(th, td)[data-buttons]': { minWidth: 0, width: '1px', whiteSpace: 'nowrap' },
};

/** Where there is less room, each line is a card: on a phone, and in a narrow side panel. */
const cardsSx = {
  display: 'block',
  '& thead': visuallyHidden,
  '& tbody': { display: 'block' },
  '& tr[data-line]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: 1.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    p: 1.5,
    mt: 1,
  },
  '& tr[data-below], & tr[data-below] > td': { display: 'block' },
  '& td.MuiTableCell-root': { p: 0, border: 0, textAlign: 'left', minWidth: 0 },
  '& td:not([data-width="narrow"])': { gridColumn: '1 / -1' },
};

/** The look of the table of lines. */
export const lineTableSx = {
  '& .MuiTableCell-root': { px: 0.75, py: 0.5, verticalAlign: 'top' },
  '& th.MuiTableCell-root': { fontWeight: 600, color: 'text.secondary', verticalAlign: 'bottom' },
  '& .MuiAutocomplete-root, & .MuiFormControl-root': { minWidth: 0 },
  '& [data-value]': { minHeight: 40, display: 'grid', alignContent: 'center' },
  '& tr[data-removed="true"] [data-value]': {
    textDecoration: 'line-through',
    color: 'text.disabled',
  },
  '@container (min-width: 600px)': tableSx,
  '@container (max-width: 599.95px)': cardsSx,
};
