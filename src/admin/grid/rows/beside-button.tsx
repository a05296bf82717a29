import { useTranslate } from 'react-admin';
import { useGrid } from '../../list/grid/grid-context.tsx';

/** For who points at a row: opens it beside the list. By keyboard it is Alt+Enter, or the menu of the row. */
export function BesideButton({ row }: { row: number }) {
  const { commands } = useGrid();
  const translate = useTranslate();
  return (
    <button
      type="button"
      tabIndex={-1}
      // Not a part of what the cell is called.
      aria-hidden
      title={translate('rows.beside')}
      className="g-tool g-beside"
      onClick={() => commands.current.openBeside(row)}
    />
  );
}
