import type { PointerEvent } from 'react';

type Pull = {
  /** How far from where it was taken hold of, with each move. */
  follow(by: number): void;
  /** Let go; undefined where it was not moved, or the pull was broken off. */
  end(by: number | undefined): void;
};

/** An edge that is pulled sideways by the pointer, wherever that goes. */
export function pullEdge(event: PointerEvent<HTMLElement>, { follow, end }: Pull): void {
  const edge = event.currentTarget;
  const from = event.clientX;
  event.preventDefault();
  event.stopPropagation();
  edge.setPointerCapture(event.pointerId);
  const pulling = new AbortController();
  const { signal } = pulling;
  const letGo = ({ type, clientX }: globalThis.PointerEvent): void => {
    pulling.abort();
    end(type === 'pointerup' && clientX !== from ? clientX - from : undefined);
  };
  const move = ({ clientX }: globalThis.PointerEvent): void => follow(clientX - from);
  edge.addEventListener('pointermove', move, { signal });
  edge.addEventListener('pointerup', letGo, { signal });
  edge.addEventListener('pointercancel', letGo, { signal });
}
