import { useRef, type PointerEvent } from 'react';
import { droppedColumn } from './layout.ts';
import type { LayoutView } from './use-layout.ts';

/** So far a press is still a click. */
const SLACK = 6;

/** The head a column would come beside, and at which edge of it. */
type Target = { head: HTMLElement; name: string; edge: 'before' | 'after' };

/** Takes a column by its head to where it is let go: to the edge that is marked. */
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
