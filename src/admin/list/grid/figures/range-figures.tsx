import { useMemo, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { Hint } from '../../../kit/hint.tsx';
import { isBound } from '../../../../fields/type/qualifier-of.ts';
import { unitOf } from '../../../../fields/type/unit-of.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useGrid } from '../grid-context.tsx';
import { rangeOf, shownValue } from '../grid-store.ts';
import type { GridTable } from '../grid-table.ts';
import { calculate } from './calculate.ts';
import { FigureValue } from './figure-value.tsx';

type RangeFiguresProps = { rows: readonly RaRecord[]; table: GridTable };

/** The figures of the selected cells, calculated from the loaded records. */
export function RangeFigures({ rows, table }: RangeFiguresProps) {
  const { store } = useGrid();
  const texts = useTexts('figures');
  const key = useSyncExternalStore(store.subscribe, () => JSON.stringify(rangeOf(store.get())));
  const marks = useSyncExternalStore(store.subscribe, () => store.get().marks);
  const cells = useMemo(() => {
    const { top, bottom, left, right } = JSON.parse(key) as ReturnType<typeof rangeOf>;
    const columns = table.columns.slice(left, right + 1);
    return rows.slice(top, bottom + 1).flatMap((record) =>
      columns.map(({ field }) => {
        const mark = marks.get(String(record.id))?.[field.name];
        // A rejected value is not stored, so it does not count.
        const saving = mark?.state === 'saving' ? mark : undefined;
        const value: unknown = shownValue(record, field.name, saving);
        return {
          field,
          value,
          unit: unitOf(field, record),
          isBound: isBound(field, value, record),
        };
      }),
    );
  }, [key, marks, rows, table]);
  const figures = useMemo(() => calculate(cells), [cells]);
  const [first] = cells;
  if (!first || figures.length === 0) return null;
  return (
    <Hint sx={{ px: 1.5, py: 0.5, displayPrint: 'none' }}>
      {texts.cells}:{' '}
      {figures.map(({ function: name, value }, at) => (
        <span key={name}>
          {at > 0 && ' · '}
          {texts.functions[name]}{' '}
          <b>
            <FigureValue field={first.field} function={name} value={value} />
          </b>
        </span>
      ))}
    </Hint>
  );
}
