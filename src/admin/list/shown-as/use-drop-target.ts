import { useState, type DragEvent, type RefObject } from 'react';
import type { RaRecord } from 'react-admin';

/**
 * A place that records can be dropped on. `dragged` is empty while something else is dragged; records that the user
 * may not move cannot be dragged in the first place.
 */
export function useDropTarget(
  dragged: RefObject<RaRecord | undefined>,
  onDrop: (record: RaRecord) => void,
  accepts: (record: RaRecord) => boolean = () => true,
) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent): void {
        if (!dragged.current || !accepts(dragged.current)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent): void {
        event.preventDefault();
        setOver(false);
        const record = take(dragged);
        if (record) onDrop(record);
      },
    },
  };
}

/** The record, which is dragged no longer: the card that would hear the end of the drag may be gone by then. */
function take(dragged: RefObject<RaRecord | undefined>): RaRecord | undefined {
  const record = dragged.current;
  dragged.current = undefined;
  return record;
}
