import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import type { ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useText } from '../../messages/use-text.ts';
import { uiOf } from '../../kit/field-value.tsx';
import { isSortable, nextSort, toSortKeys, toSortPayloadOf } from '../../kit/sorting.ts';
import { HeadTools } from './columns/head-tools.tsx';
import { classOf, placeOf } from './grid-cell.tsx';
import type { GridColumn } from './grid-columns.ts';
import { useCellFocus } from './use-cell-focus.ts';

type HeadCellProps = { column: GridColumn; from: number; isActive: boolean };

/** The name of a column with its unit; sorts by it, with Shift after what is sorted by already. */
export function HeadCell({ column, from, isActive }: HeadCellProps) {
  const { sort } = useListContext();
  const say = useText();
  const { field } = column;
  const label = say(field.label);
  const unit = uiOf(field).unit?.(field);
  const name = unit === undefined ? label : `${label} ${unit}`;
  const keys = toSortKeys(sort);
  const rank = keys.findIndex(({ name }) => name === field.name);
  const key = keys[rank];
  const heading = (
    <>
      <span>{label}</span>
      {unit !== undefined && <span className="g-unit">{unit}</span>}
    </>
  );
  return (
    <div
      role="columnheader"
      aria-label={name}
      aria-colindex={column.index + 2}
      aria-sort={key && (key.isDescending ? 'descending' : 'ascending')}
      className={`${classOf(field, column, false)} g-head-cell`}
      style={placeOf(column, from)}
      data-name={field.name}
      data-row={-1}
      data-column={column.index}
      {...useCellFocus(isActive)}
    >
      <span className="g-name">
        {isSortable(field) ? (
          <SortButton column={column} label={name}>
            {heading}
          </SortButton>
        ) : (
          heading
        )}
      </span>
      {key && (
        <span className="g-sort" aria-hidden>
          <ArrowUpwardIcon className={key.isDescending ? 'g-down' : ''} />
          {keys.length > 1 && rank + 1}
        </span>
      )}
      <HeadTools column={column} />
    </div>
  );
}

type SortButtonProps = { column: GridColumn; label: string; children: ReactNode };

function SortButton({ column: { field }, label, children }: SortButtonProps) {
  const { sort, setSort } = useListContext();
  const translate = useTranslate();
  const isDown = toSortKeys(sort)[0]?.name === field.name && sort.order !== 'DESC';
  return (
    <button
      type="button"
      tabIndex={-1}
      className="g-sort-button"
      aria-label={label}
      title={translate(`list.sort_${isDown ? 'down' : 'up'}`, { field: label })}
      onClick={(event) =>
        setSort(toSortPayloadOf(nextSort(toSortKeys(sort), field.name, event.shiftKey)))
      }
    >
      {children}
    </button>
  );
}
