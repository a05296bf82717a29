import type { Filters } from '../../client/list-query.ts';
import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useState } from 'react';
import { useWidth } from '../../kit/use-width.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';

/** A bar: its label, its number of records, and the filter that selects them in the list. */
export type ChartItem = { key: string; label: string; count: number; filter: Filters };

export type BarsProps = {
  label: string;
  items: readonly ChartItem[];
  /** Months stand side by side; values below each other, because they have names. */
  isTime: boolean;
  /** Absent if the bars lead nowhere. */
  onChoose?: ((item: ChartItem) => void) | undefined;
};

/** With less width there is no room for names and bars; a hidden tab has no width at all. */
const MIN_WIDTH = 200;

/** Bars that can be clicked, or reached with the arrow keys and opened with Enter. */
export function Bars({ label, ...props }: BarsProps) {
  const { items, isTime } = props;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const width = useWidth(box);
  const height = isTime ? 220 : Math.max(items.length, 2) * 28 + 48;
  return (
    // Labelled here, because the library labels an element that must not have a label.
    <Box ref={setBox} role="group" aria-label={label} sx={{ minHeight: height }}>
      {width >= MIN_WIDTH && <Drawing {...props} width={width} height={height} />}
    </Box>
  );
}

type DrawingProps = Omit<BarsProps, 'label'> & { width: number; height: number };

function Drawing({ items, isTime, onChoose, width, height }: DrawingProps) {
  const { palette } = useTheme();
  const number = useNumberFormat();
  const names = { data: items.map((item) => item.label), scaleType: 'band' as const };
  const counts = {
    min: 0,
    tickMinStep: 1,
    tickNumber: 4,
    valueFormatter: (count: number) => number(count),
  };
  return (
    <BarChart
      width={width}
      height={height}
      layout={isTime ? 'vertical' : 'horizontal'}
      margin={{ top: 8, right: 24, bottom: 4, left: 4 }}
      hideLegend
      borderRadius={3}
      series={[
        {
          data: items.map((item) => item.count),
          color: palette.primary.main,
          valueFormatter: (count) => number(count ?? 0),
        },
      ]}
      {...(isTime
        ? { xAxis: [{ ...names, height: 34 }], yAxis: [{ ...counts, width: 44 }] }
        : {
            xAxis: [{ ...counts, height: 34 }],
            yAxis: [
              {
                ...names,
                width: Math.min(210, Math.round(width * 0.4)),
                tickLabelStyle: { fontSize: 12 },
              },
            ],
          })}
      grid={isTime ? { horizontal: true } : { vertical: true }}
      {...(onChoose && {
        onItemClick: (_: unknown, { dataIndex }: { dataIndex: number }) => {
          const item = items[dataIndex];
          if (item) onChoose(item);
        },
      })}
      sx={{
        '& .MuiBarChart-element': { cursor: onChoose ? 'pointer' : 'default' },
        // The library hides the focus ring of the element that handles the keys.
        '& [tabindex="0"]:focus-visible': {
          outline: `2px solid ${palette.primary.main} !important`,
          outlineOffset: -2,
        },
      }}
    />
  );
}
