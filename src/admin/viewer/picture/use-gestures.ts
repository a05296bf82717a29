import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { Point } from './zoom.ts';

type Gestures = {
  /** `at`: from the centre of the frame. */
  onZoom: (factor: number, at: Point) => void;
  onMove: (by: Point) => void;
};

/** How much a step of a wheel enlarges; a trackpad sends many small steps. */
const WHEEL_ZOOM = 0.002;

/** Zooms by the wheel and by two fingers, and moves by the pointer. Returns the handlers of the frame. */
export function useGestures(frame: RefObject<HTMLElement | null>, gestures: Gestures) {
  const pointers = useRef(new Map<number, Point>());
  const zoom = useEffectEvent(gestures.onZoom);
  useEffect(() => {
    const element = frame.current!;
    const turn = (event: WheelEvent): void => {
      // Otherwise the browser zooms the page or goes back. React's own listener could not prevent it.
      event.preventDefault();
      // A trackpad sends a pinch as a wheel with Ctrl, in smaller steps.
      const step = event.deltaY * (event.deltaMode === 0 ? 1 : 30) * (event.ctrlKey ? 4 : 1);
      zoom(Math.exp(-step * WHEEL_ZOOM), fromCentre(element, event.clientX, event.clientY));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [frame]);

  const press = (event: React.PointerEvent<HTMLElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (event: React.PointerEvent<HTMLElement>): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, now);
    const [other] = [...pointers.current].flatMap(([id, point]) =>
      id === event.pointerId ? [] : point,
    );
    const by = { x: now.x - before.x, y: now.y - before.y };
    if (!other) return gestures.onMove(by);
    const centre = fromCentre(event.currentTarget, (now.x + other.x) / 2, (now.y + other.y) / 2);
    gestures.onMove({ x: by.x / 2, y: by.y / 2 });
    gestures.onZoom(distance(now, other) / Math.max(1, distance(before, other)), centre);
  };
  const release = (event: React.PointerEvent): void => {
    pointers.current.delete(event.pointerId);
  };
  return {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: release,
  };
}

export function fromCentre(element: Element, x: number, y: number): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: x - left - width / 2, y: y - top - height / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
