import { useRef, useState, type DragEvent } from 'react';
import type { RaRecord } from 'react-admin';

/** The record, or other item, that the mouse drags; undefined while something else is dragged. */
export function useDragged<Item = RaRecord>(): Dragged<Item> {
  const dragged = useRef<Item>(undefined);
  return {
    get: () => dragged.current,
    set: (item) => {
      dragged.current = item;
    },
  };
}

export type Dragged<Item = RaRecord> = {
  get(): Item | undefined;
  set(item: Item | undefined): void;
};

/** A place that records can be dropped on. Records that the user may not move cannot be dragged in the first place. */
export function useDropTarget<Item>(
  dragged: Dragged<Item>,
  onDrop: (item: Item, event: DragEvent) => void,
  accepts: (item: Item) => boolean = () => true,
) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent): void {
        const item = dragged.get();
        if (!item || !accepts(item)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent): void {
        event.preventDefault();
        setOver(false);
        const item = dragged.get();
        // The card that would hear the end of the drag may be gone by then.
        dragged.set(undefined);
        if (item && accepts(item)) onDrop(item, event);
      },
    },
  };
}
