import { Box } from '@mui/material';
import { useState } from 'react';
import { useNearEnd } from '../../kit/use-near-end.ts';

/** Rows that are drawn at once, and each time the user comes near their end. */
const STEP = 100;

/** The rows of a file; the first one is the head. */
export function TextTable({ rows: [head = [], ...rows] }: { rows: readonly string[][] }) {
  const [shown, setShown] = useState(STEP);
  const end = useNearEnd(() => setShown((count) => count + STEP));
  const width = Math.max(head.length, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <>
      <Box component="table" sx={tableSx}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" dir="auto">
                {head[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((cells, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column} dir="auto">
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {shown < rows.length && <div key={shown} ref={end} style={{ height: 1 }} />}
    </>
  );
}

const tableSx = {
  // As wide as its words need; what is around it scrolls.
  width: 'max-content',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    px: 1,
    py: 0.5,
    border: 1,
    borderColor: 'divider',
    textAlign: 'start',
    verticalAlign: 'top',
    minWidth: 40,
    maxWidth: 420,
    overflowWrap: 'break-word',
  },
  '& th': { position: 'sticky', top: -16, bgcolor: 'background.paper', fontWeight: 600 },
};
