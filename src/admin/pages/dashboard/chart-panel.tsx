import BarChartIcon from '@mui/icons-material/BarChart';
import TableRowsIcon from '@mui/icons-material/TableRows';
import {
  Box,
  IconButton,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { CardPanel, CardTrouble } from './card-panel.tsx';
import type { ChartItem } from './bars.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { Hint } from '../../kit/hint.tsx';

// The chart library is larger than the rest of the page, so the page appears first.
const Bars = lazyPart(() => import('./bars.tsx'), 'Bars');

type ChartPanelProps = {
  label: string;
  help?: string | undefined;
  /** The heading of the column of values in the table. */
  head: string;
  /** Undefined while loading. */
  items: readonly ChartItem[] | undefined;
  more?: boolean;
  isTime?: boolean;
  /** The address of the list with the records of a bar. */
  pathOf?: ((item: ChartItem) => string) | undefined;
  trouble?: 'late' | 'failed' | undefined;
  retry?: () => void;
};

/** A chart with a title, or the same as a table. */
export function ChartPanel(props: ChartPanelProps) {
  const { label, help } = props;
  const texts = useTexts('workplace').cards;
  const [isTable, setTable] = useState(false);
  const tool = isTable ? texts.asChart : texts.asTable;
  return (
    <CardPanel
      title={label}
      help={help}
      tools={
        <IconButton
          size="small"
          aria-label={`${label}: ${tool}`}
          title={tool}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <BarChartIcon fontSize="small" /> : <TableRowsIcon fontSize="small" />}
        </IconButton>
      }
    >
      <Box sx={{ px: 1, pb: 1 }}>
        <Content {...props} isTable={isTable} />
      </Box>
    </CardPanel>
  );
}

function Content(props: ChartPanelProps & { isTable: boolean }) {
  const { items, trouble, retry } = props;
  const texts = useTexts('workplace').cards;
  if (trouble && retry) return <CardTrouble trouble={trouble} retry={retry} />;
  if (!items) return <ChartSkeleton />;
  if (items.every(({ count }) => count === 0))
    return <Hint sx={{ px: 0.75, py: 1 }}>{texts.noData}</Hint>;
  return <ChartBody {...props} items={items} />;
}

type DrawnProps = ChartPanelProps & { items: readonly ChartItem[]; isTable: boolean };

function ChartBody({ label, head, items, more, isTime = false, pathOf, isTable }: DrawnProps) {
  const texts = useTexts('workplace').cards;
  const navigate = useNavigate();
  return (
    <>
      {isTable ? (
        <ChartTable label={label} head={head} items={items} pathOf={pathOf} />
      ) : (
        <>
          <Bars
            fallback={<ChartSkeleton />}
            label={label}
            items={items}
            isTime={isTime}
            onChoose={pathOf && ((item) => void navigate(pathOf(item)))}
          />
          <Box sx={visuallyHidden}>
            <ChartTable label={label} head={head} items={items} />
          </Box>
        </>
      )}
      {more && (
        <Hint variant="caption" sx={{ px: 0.75 }}>
          {texts.more}
        </Hint>
      )}
    </>
  );
}

function ChartSkeleton() {
  return <Skeleton variant="rounded" height={132} aria-busy sx={{ m: 0.75 }} />;
}

// `pathOf` is absent beside the chart, which has the links, or if the bars lead nowhere.
type ChartTableProps = Pick<DrawnProps, 'label' | 'head' | 'items' | 'pathOf'>;

/** The content of a chart as text and numbers. */
function ChartTable({ label, head, items, pathOf }: ChartTableProps) {
  const texts = useTexts('workplace').cards;
  const number = useNumberFormat();
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
              {pathOf ? <TextLink to={pathOf(item)}>{item.label}</TextLink> : item.label}
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
