import { Paper } from '@mui/material';
import { createPortal } from 'react-dom';
import type { Field } from '../../fields/field.ts';
import { FieldValue } from '../views/field-value.tsx';
import type { Peek } from './use-peek.ts';

type PeekCardProps = { peek: Peek; field: Field; value: unknown };

const WIDTH = 400;
const HEIGHT = 320;

/** The whole value beside its cell: above or below, wherever there is more room. */
export function PeekCard({ peek: { cell }, field, value }: PeekCardProps) {
  const isBelow = window.innerHeight - cell.bottom > Math.min(HEIGHT, cell.top);
  const left = Math.max(8, Math.min(cell.left, window.innerWidth - WIDTH - 8));
  return createPortal(
    <Paper
      elevation={8}
      role="tooltip"
      sx={{
        position: 'fixed',
        zIndex: 'tooltip',
        left,
        ...(isBelow ? { top: cell.bottom + 4 } : { bottom: window.innerHeight - cell.top + 4 }),
        maxWidth: WIDTH,
        maxHeight: HEIGHT,
        overflow: 'hidden',
        p: 1.5,
        fontSize: '0.875rem',
        border: 1,
        borderColor: 'divider',
        // It shows what one points at, and must not come between the pointer and the cells.
        pointerEvents: 'none',
        displayPrint: 'none',
      }}
    >
      <FieldValue field={field} value={value} place="page" />
    </Paper>,
    document.body,
  );
}
