import { useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { useNumber } from '../views/use-number.ts';
import type { ChartItem } from './chart-items.ts';

export type BarsProps = {
  label: string;
  items: readonly ChartItem[];
  /** Months stand side by side, values below each other, since they have names. */
  isTime: boolean;
  /** Absent: there is nowhere to go. */
  onChoose?: ((item: ChartItem) => void) | undefined;
};

/** Bars to be clicked, or reached with the arrow keys and opened with Enter. */
export function Bars({ label, items, isTime, onChoose }: BarsProps) {
  const { palette } = useTheme();
  const number = useNumber();
  const names = { data: items.map((item) => item.label), scaleType: 'band' as const };
  const counts = {
    min: 0,
    tickMinStep: 1,
    tickNumber: 4,
    valueFormatter: (count: number) => number(count),
  };
  return (
    <BarChart
      title={label}
      height={isTime ? 220 : Math.max(items.length, 2) * 28 + 48}
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
            yAxis: [{ ...names, width: 150, tickLabelStyle: { fontSize: 12 } }],
          })}
      grid={isTime ? { horizontal: true } : { vertical: true }}
      {...(onChoose && {
        onItemClick: (_: unknown, { dataIndex }: { dataIndex: number }) => {
          const item = items[dataIndex];
          if (item) onChoose(item);
        },
      })}
      sx={{ '& .MuiBarChart-element': { cursor: onChoose ? 'pointer' : 'default' } }}
    />
  );
}
