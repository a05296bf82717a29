import type { PointerEvent } from 'react';

type Pull = {
  /** Called with the distance from the start at each move. */
  follow(by: number): void;
  /** Called at the end; undefined if the pointer did not move, or if the pull was cancelled. */
  end(by: number | undefined): void;
};

/** Lets the pointer pull an edge sideways, wherever it moves. */
export function dragEdge(event: PointerEvent<HTMLElement>, { follow, end }: Pull): void {
  const edge = event.currentTarget;
  const from = event.clientX;
  event.preventDefault();
  event.stopPropagation();
  edge.setPointerCapture(event.pointerId);
  const pulling = new AbortController();
  const { signal } = pulling;
  const endPull = ({ type, clientX }: globalThis.PointerEvent): void => {
    pulling.abort();
    end(type === 'pointerup' && clientX !== from ? clientX - from : undefined);
  };
  const move = ({ clientX }: globalThis.PointerEvent): void => follow(clientX - from);
  edge.addEventListener('pointermove', move, { signal });
  edge.addEventListener('pointerup', endPull, { signal });
  edge.addEventListener('pointercancel', endPull, { signal });
}
