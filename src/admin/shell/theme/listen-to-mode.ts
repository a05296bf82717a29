import { listenToAppearance } from './appearance.ts';
import { print, systemDark } from './mode.ts';

/** Calls the listener when the mode may have changed. Returns a function that stops it. */
export function listenToMode(listener: () => void): () => void {
  const ends = [listenToAppearance(listener)];
  for (const query of [systemDark, print]) {
    query.addEventListener('change', listener);
    ends.push(() => query.removeEventListener('change', listener));
  }
  return () => ends.forEach((end) => end());
}
