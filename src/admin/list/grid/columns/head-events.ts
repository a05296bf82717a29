import { useRef, type PointerEvent, type KeyboardEvent } from 'react';
import { arrowStep, isMenuKey } from '../../../kit/keys/key-press.ts';
import type { GridColumn } from '../grid-table.ts';
import type { GridStore } from '../grid-store.ts';
import {
  droppedColumn,
  type LayoutView,
  canMoveColumn,
  sizedColumn,
  movedColumn,
} from './layout.ts';

/** Pixels that the pointer may move during a click. */
const SLACK = 6;

/** The head to drop a column beside, and at which edge of it. */
type Target = { head: HTMLElement; name: string; edge: 'before' | 'after' };

/** Drags a column by its head to the marked edge of another one. */
export function useHeadDrag({ columns, change }: LayoutView) {
  const drag = useRef<{ name: string; from: number; target: Target | undefined }>(undefined);
  const mark = (target: Target | undefined): void => {
    delete drag.current?.target?.head.dataset['drop'];
    if (target) target.head.dataset['drop'] = target.edge;
    if (drag.current) drag.current.target = target;
  };
  return {
    onPointerDown(event: PointerEvent): void {
      const name = headOf(event.target)?.dataset['name'];
      if (name !== undefined && event.button === 0 && event.pointerType === 'mouse')
        drag.current = { name, from: event.clientX, target: undefined };
    },
    onPointerMove(event: PointerEvent): void {
      if (!drag.current || event.buttons !== 1) return;
      if (Math.abs(event.clientX - drag.current.from) < SLACK) return;
      const target = targetAt(event);
      mark(target?.name === drag.current.name ? undefined : target);
    },
    onPointerUp(): void {
      const { name, target } = drag.current ?? {};
      mark(undefined);
      drag.current = undefined;
      if (name !== undefined && target) change({ columns: droppedColumn(columns, name, target) });
    },
  };
}

function targetAt({ clientX, clientY }: PointerEvent): Target | undefined {
  const head = headOf(document.elementFromPoint(clientX, clientY));
  const name = head?.dataset['name'];
  if (!head || name === undefined) return undefined;
  const { left, width } = head.getBoundingClientRect();
  return { head, name, edge: clientX < left + width / 2 ? 'before' : 'after' };
}

function headOf(target: EventTarget | null): HTMLElement | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>('[data-name]') ?? undefined;
}

/** The pixels by which one press resizes a column. */
export const WIDTH_STEP = 24;

/** What the keys do with a column from its head; true if the key was one of them. */
export function useHeadKeys(store: GridStore, layout: LayoutView) {
  const { columns, change } = layout;
  const move = ({ field: { name }, index }: GridColumn, way: -1 | 1): void => {
    if (!canMoveColumn(columns, name, way)) return;
    change({ columns: movedColumn(columns, name, way) });
    store.set({ active: { row: -1, column: index + way }, anchor: undefined });
  };
  const resize = ({ field: { name }, width }: GridColumn, way: -1 | 1): void =>
    change({ columns: sizedColumn(columns, name, width + way * WIDTH_STEP) });
  return (event: KeyboardEvent, column: GridColumn): boolean => {
    const way = arrowStep(event.key);
    if (way !== 0 && event.shiftKey) (event.ctrlKey || event.metaKey ? move : resize)(column, way);
    else if (isMenuKey(event) || (event.key === 'ArrowDown' && event.altKey)) {
      const head = (event.target as HTMLElement).closest('[role="columnheader"]');
      head?.querySelector<HTMLElement>('.g-menu-button')?.click();
    } else return false;
    return true;
  };
}
