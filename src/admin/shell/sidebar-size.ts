import { createPreference } from '../messages/preference.ts';

/** Milliseconds between `resize` events while the sidebar resizes, for parts that measure the window (specification, §9). */
const RESIZE_INTERVAL_MS = 180;

const RESIZE_DURATION_MS = 1000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Whether the sidebar is minimised; stored in this browser. */
export const sidebarSize = createPreference(
  'sidebar',
  ['wide', 'minimised'],
  () => 'wide',
  announceResize,
);

function announceResize(): void {
  clearInterval(timer);
  const end = Date.now() + RESIZE_DURATION_MS;
  timer = setInterval(() => {
    if (Date.now() > end) clearInterval(timer);
    else window.dispatchEvent(new Event('resize'));
  }, RESIZE_INTERVAL_MS);
}
