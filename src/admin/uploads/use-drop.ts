import { useState, type DragEvent } from 'react';

/** The events of an element that is a place to drop on, and whether something that it accepts is dragged over it. */
export function useDrop(
  accepts: (data: DataTransfer) => boolean,
  onDrop: (data: DataTransfer) => void,
) {
  const [isOver, setOver] = useState(false);
  const isMeant = (event: DragEvent): boolean => {
    if (!accepts(event.dataTransfer)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const events = {
    onDragOver: (event: DragEvent): void => {
      if (isMeant(event)) setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent): void => {
      setOver(false);
      if (isMeant(event)) onDrop(event.dataTransfer);
    },
  };
  return { isOver, events };
}
