import { Link, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { useNumber } from '../../kit/use-number.ts';
import type { ChartItem } from './chart-items.ts';
import { useTexts } from '../../messages/texts.ts';

type ChartTableProps = {
  label: string;
  head: string;
  items: readonly ChartItem[];
  /** Absent where the chart is beside it, which has the links, or there are none. */
  pathOf?: ((item: ChartItem) => string) | undefined;
};

/** What a chart shows, in words and numbers. */
export function ChartTable({ label, head, items, pathOf }: ChartTableProps) {
  const texts = useTexts('workplace').cards;
  const number = useNumber();
  return (
    <Table size="small" aria-label={label}>
      <TableHead>
        <TableRow>
          <TableCell scope="col">{head}</TableCell>
          <TableCell scope="col" align="right">
            {texts.records}
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <TableRow key={item.key}>
            <TableCell>
              {pathOf ? (
                <Link component={RouterLink} to={pathOf(item)}>
                  {item.label}
                </Link>
              ) : (
                item.label
              )}
            </TableCell>
            <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {number(item.count)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
