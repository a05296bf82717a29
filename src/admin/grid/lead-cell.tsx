import { Checkbox } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCellFocus } from './use-cell-focus.ts';
import { useGrid } from './grid-context.tsx';
import type { RowChoice } from './use-row-choice.ts';

type LeadCellProps = {
  row: number;
  title: string;
  isChosen: boolean;
  isChoosable: boolean;
  isActive: boolean;
};

/** Chooses a row. Space does it as well, from any cell of the row with Shift. */
export function LeadCell({ row, title, isChosen, isChoosable, isActive }: LeadCellProps) {
  const { commands } = useGrid();
  const translate = useTranslate();
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      className="g-cell g-lead"
      data-row={row}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      <Checkbox
        size="small"
        checked={isChosen}
        disabled={!isChoosable}
        onChange={(event) =>
          commands.current.toggleRow(row, (event.nativeEvent as MouseEvent).shiftKey)
        }
        slotProps={{
          input: { 'aria-label': translate('list.select', { title }), tabIndex: -1 },
        }}
      />
    </div>
  );
}

/** Chooses all rows of the page. */
export function LeadHead({ page, isActive }: Pick<RowChoice, 'page'> & { isActive: boolean }) {
  const { commands } = useGrid();
  const translate = useTranslate();
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      className="g-cell g-head-cell g-lead"
      data-row={-1}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      <Checkbox
        size="small"
        checked={page === 'all'}
        indeterminate={page === 'some'}
        onChange={() => commands.current.togglePage()}
        slotProps={{
          input: {
            'aria-label': translate('list.select_page'),
            tabIndex: -1,
            // MUI only says so in ARIA, which must not differ from the state of the input.
            ref: (input: HTMLInputElement | null) => {
              if (input) input.indeterminate = page === 'some';
            },
          },
        }}
      />
    </div>
  );
}
