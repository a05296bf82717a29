import { visuallyHidden } from '../../kit/visually-hidden.ts';

/** Narrower than this, each line is a card: on a phone, and in a narrow side panel. */
const CARDS = '@container (max-width: 599.95px)';

const card = {
  display: 'block',
  '& thead': visuallyHidden,
  '& tbody': { display: 'block' },
  '& tr[data-line]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: 1.5,
    rowGap: 0.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    p: 1.5,
    mt: 1,
  },
  '& tr[data-below], & tr[data-below] > td': { display: 'block' },
  '& td.MuiTableCell-root': { p: 0, pt: 0.75, border: 0, textAlign: 'left', minWidth: 0 },
  '& td[data-buttons]': { gridColumn: '1 / -1' },
};

/** In a table the column heads are the labels; those of the inputs are left to screen readers. */
const table = {
  '& td > [data-field] .MuiInputLabel-root, & [data-line] [data-label]': visuallyHidden,
  '& td > [data-field] .MuiOutlinedInput-notchedOutline': { top: 0 },
  '& td > [data-field] .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
  '& td > [data-field] .MuiFormControl-root': { my: 0 },
};

/** The look of the table of lines. */
export const lineTableSx = {
  '& .MuiTableCell-root': { px: 0.75, py: 0.5, verticalAlign: 'top' },
  '& th.MuiTableCell-root': { fontWeight: 600, color: 'text.secondary', verticalAlign: 'bottom' },
  '& tr[data-line] > td': { minWidth: 120 },
  '& tr[data-line] > td[data-buttons]': { minWidth: 0, width: 1, whiteSpace: 'nowrap' },
  '& [data-value]': { minHeight: 40, display: 'grid', alignContent: 'center' },
  '& tr[data-removed="true"] [data-value]': {
    textDecoration: 'line-through',
    color: 'text.disabled',
  },
  '@container (min-width: 600px)': table,
  [CARDS]: card,
};
