import {
  Box,
  buttonClasses,
  Card,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';

/** The heading of a column; `right` for numbers. */
type FactColumn = string | { label: string; align: 'right' };

/** One cell for each column. */
type FactRow = { key: string | number; cells: readonly ReactNode[] };

type FactsTableProps = { label: string; columns: readonly FactColumn[]; rows: readonly FactRow[] };

/** A table of facts; on a narrow screen each row is a card that names every fact. */
export function FactsTable(props: FactsTableProps) {
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  return isNarrow ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows({ label, rows, columns }: FactsTableProps) {
  return (
    // The table scrolls on its own, and by keyboard too.
    <Card sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={label}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={labelOf(column)} align={alignOf(column)}>
                {labelOf(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells }) => (
            <TableRow key={key} sx={{ '&:last-child td': { borderBottom: 0 } }}>
              {columns.map((column, index) => (
                <TableCell key={labelOf(column)} align={alignOf(column)} sx={cellSx}>
                  {cells[index]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function Cards({ label, rows, columns }: FactsTableProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ display: 'grid', gap: 1, m: 0, p: 0 }}>
      {rows.map(({ key, cells }) => (
        <Card component="li" key={key} sx={{ px: 1.5, py: 1, listStyle: 'none' }}>
          <Box component="dl" sx={factsSx}>
            {columns.map((column, index) =>
              !cells[index] && cells[index] !== 0 ? null : (
                <Box key={labelOf(column)} sx={{ display: 'contents' }}>
                  <dt>{labelOf(column)}</dt>
                  <dd>{cells[index]}</dd>
                </Box>
              ),
            )}
          </Box>
        </Card>
      ))}
    </Box>
  );
}

const labelOf = (column: FactColumn): string =>
  typeof column === 'string' ? column : column.label;
const alignOf = (column: FactColumn) => (typeof column === 'string' ? 'left' : column.align);

/** The text of a button that is all of a cell stands where that of other cells does. */
const buttonSx = { mx: -0.625, my: -0.625, minWidth: 0, textAlign: 'left' };

const cellSx = { verticalAlign: 'top', [`& > .${buttonClasses.text}:only-child`]: buttonSx };

const factsSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(80px, auto) minmax(0, 1fr)',
  gap: '4px 12px',
  m: 0,
  fontSize: '0.84375rem',
  '& dt': { color: 'text.secondary' },
  [`& dd > .${buttonClasses.text}:only-child`]: buttonSx,
  '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
  // A text on one line ends in an ellipsis within the card.
  '& dd span': { maxWidth: '100%' },
};
