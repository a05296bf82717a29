import MoreVertIcon from '@mui/icons-material/MoreVert';
import { lazy, Suspense, useState, type PointerEvent } from 'react';
import { useTranslate } from 'react-admin';
import { pullEdge } from '../../../shell/layout/pull-edge.ts';
import { useText } from '../../../messages/use-text.ts';
import type { GridColumn } from '../grid-columns.ts';
import { sizedColumn } from './layout.ts';
import { useLayout } from './use-layout.ts';

const ColumnMenu = lazy(async () => ({ default: (await import('./column-menu.tsx')).ColumnMenu }));

/** The menu of a column and the edge to pull it wider by. */
export function HeadTools({ column }: { column: GridColumn }) {
  const translate = useTranslate();
  const say = useText();
  const layout = useLayout();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = say(column.field.label);
  const size = (width: number | undefined): void =>
    layout.change({ columns: sizedColumn(layout.columns, column.field.name, width) });
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="g-menu-button"
        aria-label={translate('grid.column_menu', { label })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </button>
      <span
        className="g-resize"
        aria-hidden
        onPointerDown={(event) => pull(event, column.width, size)}
        onDoubleClick={(event) => {
          event.stopPropagation();
          size(undefined);
        }}
      />
      {anchor && (
        <Suspense>
          <ColumnMenu
            column={column}
            anchor={anchor}
            layout={layout}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The edge follows the pointer; the cells follow when it is let go, all at once. */
function pull(
  event: PointerEvent<HTMLElement>,
  width: number,
  size: (width: number) => void,
): void {
  const edge = event.currentTarget;
  pullEdge(event, {
    follow: (by) => (edge.style.transform = `translateX(${by}px)`),
    end(by) {
      edge.style.transform = '';
      if (by !== undefined) size(width + by);
    },
  });
}
