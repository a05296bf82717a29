import { useRef, type PointerEvent } from 'react';
import { movedColumn } from './layout.ts';
import type { LayoutView } from './use-layout.ts';

/** So far a press is still a click. */
const SLACK = 6;

/** Takes a column by its head to where it is let go. */
export function useHeadDrag({ columns, change }: LayoutView) {
  const drag = useRef<{ name: string; from: number; target: HTMLElement | undefined }>(undefined);
  const mark = (target: HTMLElement | undefined): void => {
    drag.current?.target?.classList.remove('g-drop');
    target?.classList.add('g-drop');
    if (drag.current) drag.current.target = target;
  };
  return {
    onPointerDown(event: PointerEvent): void {
      const head = headOf(event.target);
      const name = head?.dataset['name'];
      if (name !== undefined && event.button === 0 && event.pointerType === 'mouse')
        drag.current = { name, from: event.clientX, target: undefined };
    },
    onPointerMove(event: PointerEvent): void {
      if (!drag.current || event.buttons !== 1) return;
      if (Math.abs(event.clientX - drag.current.from) < SLACK) return;
      const head = headOf(document.elementFromPoint(event.clientX, event.clientY));
      mark(head?.dataset['name'] === drag.current.name ? undefined : head);
    },
    onPointerUp(): void {
      const { name, target } = drag.current ?? {};
      mark(undefined);
      drag.current = undefined;
      const to = columns.findIndex((column) => column.name === target?.dataset['name']);
      if (name !== undefined && to >= 0) change({ columns: movedColumn(columns, name, to) });
    },
  };
}

function headOf(target: EventTarget | null): HTMLElement | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>('[data-name]') ?? undefined;
}
