import { ClickAwayListener, Paper } from '@mui/material';
import FocusTrap from '@mui/material/Unstable_TrapFocus';
import type { KeyboardEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { createPortal } from 'react-dom';
import type { Field } from '../../../../fields/type/field.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { BehindLink } from './behind-link.tsx';
import { FieldText } from './grid-cell.tsx';
import type { Peek } from '../use-grid-events.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

type PeekCardProps = {
  peek: Peek;
  field: Field;
  value: unknown;
  record: RaRecord;
  onClose: () => void;
};

const WIDTH = 400;
const HEIGHT = 320;

/**
 * The whole value beside its cell: above or below, wherever there is more room. Opened by Space it takes the
 * focus, so that the keys can read it and follow its links; opened by the pointer it is only looked at.
 */
export function PeekCard({ peek: { cell, isKept }, field, value, record, onClose }: PeekCardProps) {
  const { texts, say } = useI18n();
  const isBelow = window.innerHeight - cell.bottom > Math.min(HEIGHT, cell.top);
  const left = Math.max(8, Math.min(cell.left, window.innerWidth - WIDTH - 8));
  const sx = {
    position: 'fixed',
    zIndex: 'tooltip',
    left,
    ...(isBelow ? { top: cell.bottom + 4 } : { bottom: window.innerHeight - cell.top + 4 }),
    maxWidth: WIDTH,
    maxHeight: HEIGHT,
    overflow: isKept ? 'auto' : 'hidden',
    p: 1.5,
    fontSize: '0.875rem',
    border: 1,
    borderColor: 'divider',
    displayPrint: 'none',
    // A card opened by pointing must not come between the pointer and the cells.
    pointerEvents: isKept ? undefined : 'none',
  } as const;
  const whole = <FieldText field={field} value={value} place="page" />;
  if (!isKept)
    return createPortal(
      <Paper elevation={8} className="g-peek" inert sx={sx}>
        {whole}
      </Paper>,
      document.body,
    );
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return createPortal(
    <ClickAwayListener mouseEvent="onMouseDown" onClickAway={onClose}>
      <div>
        {/* Returns the focus to the cell. */}
        <FocusTrap open>
          <Paper
            elevation={8}
            className="g-peek"
            role="dialog"
            tabIndex={-1}
            aria-label={fillTemplate(texts.grid.wholeValue, { label: say(field.label) })}
            onKeyDown={leave}
            sx={{ ...sx, outline: 0 }}
          >
            {whole}
            <BehindLink record={record} field={field} />
          </Paper>
        </FocusTrap>
      </div>
    </ClickAwayListener>,
    document.body,
  );
}
