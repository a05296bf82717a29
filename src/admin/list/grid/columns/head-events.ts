import { useRef, type PointerEvent, type KeyboardEvent } from 'react';
import { arrowStep } from '../../arrow-step.ts';
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
  return (event: KeyboardEvent, column: GridColumn): boolean => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const way = arrowStep(key);
    const { columns, change } = layout;
    const { name } = column.field;
    if (way !== 0 && shiftKey && isCommand) {
      if (!canMoveColumn(columns, name, way)) return true;
      change({ columns: movedColumn(columns, name, way) });
      store.set({ active: { row: -1, column: column.index + way }, anchor: undefined });
      return true;
    }
    if (way !== 0 && shiftKey) {
      change({ columns: sizedColumn(columns, name, column.width + way * WIDTH_STEP) });
      return true;
    }
    const opens =
      key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey);
    if (!opens) return false;
    const head = event.target as HTMLElement;
    head.closest('[role="columnheader"]')?.querySelector<HTMLElement>('.g-menu-button')?.click();
    return true;
  };
}
