import { useTranslate } from 'react-admin';
import { CheckboxOfAll } from '../../kit/checkbox-of-all.tsx';
import { useCellFocus } from './use-cell-focus.ts';
import { useGrid } from './grid-context.tsx';
import type { RowChoice } from './use-row-choice.ts';

type LeadCellProps = {
  row: number;
  title: string;
  isChosen: boolean;
  /** Undefined where rows are not chosen at all. */
  isChoosable: boolean | undefined;
  /** Are its own lists opened? Undefined where it has none. */
  isExpanded: boolean | undefined;
  isActive: boolean;
};

/**
 * The tools of a row: what chooses it (Space, from any cell with Shift), what opens the lists below
 * it (Alt+↓ and ↑) and its menu (Shift+F10, or the other button of the mouse). Drawn by the style sheet
 * alone: each frame of a scroll brings new rows.
 */
export function LeadCell(props: LeadCellProps) {
  const { row, title, isChosen, isChoosable, isExpanded, isActive } = props;
  const { commands } = useGrid();
  const translate = useTranslate();
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      // Else it is read as the names of all its tools, each with the title, before every row.
      aria-label={translate('rows.tools')}
      // Of a row only a tree may say it, and the button inside is not where the focus of the keys comes.
      aria-expanded={isExpanded}
      className="g-cell g-lead"
      data-row={row}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      {isChoosable !== undefined && (
        <input
          type="checkbox"
          className="g-check"
          tabIndex={-1}
          aria-label={translate('list.select', { title })}
          checked={isChosen}
          disabled={!isChoosable}
          onChange={(event) =>
            commands.current.toggleRow(row, (event.nativeEvent as MouseEvent).shiftKey)
          }
        />
      )}
      {isExpanded !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className="g-tool g-expander"
          aria-expanded={isExpanded}
          aria-label={translate('rows.lists_of', { title })}
          onClick={() => commands.current.toggleLists(row, !isExpanded)}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        className="g-tool g-row-menu"
        aria-haspopup="menu"
        aria-label={translate('rows.menu', { title })}
        onClick={({ currentTarget }) => commands.current.openMenu(row, currentTarget)}
      />
    </div>
  );
}

type LeadHeadProps = Pick<RowChoice, 'page'> & { isSelectable: boolean; isActive: boolean };

/** Chooses all rows of the page. */
export function LeadHead({ page, isSelectable, isActive }: LeadHeadProps) {
  const { commands } = useGrid();
  const translate = useTranslate();
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      aria-label={isSelectable ? undefined : translate('rows.tools')}
      className="g-cell g-head-cell g-lead"
      data-row={-1}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      {isSelectable && (
        <CheckboxOfAll
          chosen={page}
          label={translate('list.select_page')}
          tabIndex={-1}
          onToggle={() => commands.current.togglePage()}
        />
      )}
    </div>
  );
}
