import { useRef, useState, type DragEvent } from 'react';
import type { RaRecord } from 'react-admin';

/** The record that the mouse drags; undefined while something else is dragged. */
export function useDragged() {
  const dragged = useRef<RaRecord>(undefined);
  return {
    get: () => dragged.current,
    set: (record: RaRecord | undefined): void => {
      dragged.current = record;
    },
  };
}

export type Dragged = ReturnType<typeof useDragged>;

/** A place that records can be dropped on. Records that the user may not move cannot be dragged in the first place. */
export function useDropTarget(
  dragged: Dragged,
  onDrop: (record: RaRecord) => void,
  accepts: (record: RaRecord) => boolean = () => true,
) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent): void {
        const record = dragged.get();
        if (!record || !accepts(record)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent): void {
        event.preventDefault();
        setOver(false);
        const record = dragged.get();
        // The card that would hear the end of the drag may be gone by then.
        dragged.set(undefined);
        if (record) onDrop(record);
      },
    },
  };
}
