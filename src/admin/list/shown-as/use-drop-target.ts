import { useState, type DragEvent, type RefObject } from 'react';
import type { RaRecord } from 'react-admin';

/**
 * A place that records can be dropped on. `dragged` is empty while something else is dragged; records that the user
 * may not move cannot be dragged in the first place.
 */
export function useDropTarget(
  dragged: RefObject<RaRecord | undefined>,
  onDrop: (record: RaRecord) => void,
) {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent): void {
        if (!dragged.current) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent): void {
        event.preventDefault();
        setOver(false);
        if (dragged.current) onDrop(dragged.current);
      },
    },
  };
}
