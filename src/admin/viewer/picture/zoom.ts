import type { Box } from '../use-box.ts';

/** The part of a picture that is in view. */
export type View = {
  /** How much larger than the whole picture fits into the frame; at least 1. */
  zoom: number;
  /** The centre of the picture from the centre of the frame, in CSS pixels. */
  x: number;
  y: number;
};

export type Point = { x: number; y: number };

/** The picture as it is, and its frame. */
export type Stage = { frame: Box; picture: Box };

/** How many pixels of the screen a pixel of the picture may take. */
const MAX_SCALE = 8;

export const whole: View = { zoom: 1, x: 0, y: 0 };

/** The scale at which the whole picture is in the frame; a small picture is not enlarged. */
export function fitScale({ frame, picture }: Stage): number {
  return Math.min(1, frame.width / picture.width, frame.height / picture.height) || 1;
}

/** Zooms so that the point, from the centre of the frame, stays where it is. */
export function zoomAt(view: View, factor: number, stage: Stage, point: Point): View {
  const most = Math.max(1, MAX_SCALE / fitScale(stage));
  const zoom = Math.min(most, Math.max(1, view.zoom * factor));
  const by = zoom / view.zoom;
  return within(
    { zoom, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by },
    stage,
  );
}

/** The scale at which a pixel of the picture is a CSS pixel. */
export function toActual(view: View, stage: Stage, point: Point): View {
  return zoomAt(view, 1 / fitScale(stage) / view.zoom, stage, point);
}

export function moveBy(view: View, by: Point, stage: Stage): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, stage);
}

/** Leaves no gap between the picture and the edge of the frame where the picture is larger. */
export function within(view: View, stage: Stage): View {
  const scale = fitScale(stage) * view.zoom;
  const limit = (place: number, size: number, room: number): number => {
    const most = Math.max(0, (size * scale - room) / 2);
    return Math.min(most, Math.max(-most, place)) || 0;
  };
  return {
    zoom: view.zoom,
    x: limit(view.x, stage.picture.width, stage.frame.width),
    y: limit(view.y, stage.picture.height, stage.frame.height),
  };
}
