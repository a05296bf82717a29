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
  const move = ({ clientX }: globalThis.PointerEvent): void => follow(clientX - from);
  const letGo = ({ type, clientX }: globalThis.PointerEvent): void => {
    edge.removeEventListener('pointermove', move);
    edge.removeEventListener('pointerup', letGo);
    edge.removeEventListener('pointercancel', letGo);
    end(type === 'pointerup' && clientX !== from ? clientX - from : undefined);
  };
  edge.addEventListener('pointermove', move);
  edge.addEventListener('pointerup', letGo);
  edge.addEventListener('pointercancel', letGo);
}
