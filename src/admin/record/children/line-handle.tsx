import DragIcon from '@mui/icons-material/DragIndicator';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useRef, useState, type PointerEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

type LineHandleProps = {
  name: string;
  /** Moves the line by so many places. */
  onMove: (by: number) => void;
};

/** Moves a line: by dragging, by its menu for those who do not drag, and by Alt with the arrow keys. */
export function LineHandle({ name, onMove }: LineHandleProps) {
  const texts = useTexts('lines');
  const [menu, setMenu] = useState<HTMLElement>();
  const handle = useRef<HTMLButtonElement>(null);
  const wasDragged = useRef(false);
  const label = fillTemplate(texts.move, { line: name });
  const choose = (by: number): void => {
    setMenu(undefined);
    onMove(by);
  };
  const drag = ({ currentTarget, button }: PointerEvent<HTMLElement>): void => {
    wasDragged.current = false;
    if (button !== 0) return;
    const stop = new AbortController();
    const { signal } = stop;
    const follow = ({ clientY }: MouseEvent): void => {
      const by = toStep(currentTarget, clientY);
      if (by === 0) return;
      wasDragged.current = true;
      onMove(by);
    };
    window.addEventListener('pointermove', follow, { signal });
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => stop.abort(), { signal });
  };
  return (
    <>
      <IconButton
        size="small"
        ref={handle}
        data-move
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onPointerDown={drag}
        onClick={({ currentTarget, detail }) => {
          // A key presses the button without a pointer; the last drag is then over.
          if (detail === 0 || !wasDragged.current) setMenu(currentTarget);
        }}
        sx={{ touchAction: 'none', cursor: 'grab' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <Menu
        open={menu !== undefined}
        anchorEl={menu ?? null}
        onClose={() => setMenu(undefined)}
        // The row may have moved meanwhile.
        slotProps={{ transition: { onExited: () => handle.current?.focus() } }}
      >
        <MenuItem onClick={() => choose(-1)}>{texts.moveUp}</MenuItem>
        <MenuItem onClick={() => choose(1)}>{texts.moveDown}</MenuItem>
        <MenuItem onClick={() => choose(-Infinity)}>{texts.moveFirst}</MenuItem>
        <MenuItem onClick={() => choose(Infinity)}>{texts.moveLast}</MenuItem>
      </Menu>
    </>
  );
}

/** The step of a drag: a line changes places with its neighbour when the pointer has passed the middle of that one. */
function toStep(handle: HTMLElement, y: number): -1 | 0 | 1 {
  const row = handle.closest('[data-line]');
  const rows = [...(row?.parentElement?.querySelectorAll('[data-line]') ?? [])];
  const at = row ? rows.indexOf(row) : -1;
  const middleOf = (place: number): number | undefined => {
    const box = rows[place]?.getBoundingClientRect();
    return box && box.top + box.height / 2;
  };
  if (y < (middleOf(at - 1) ?? -Infinity)) return -1;
  return y > (middleOf(at + 1) ?? Infinity) ? 1 : 0;
}
