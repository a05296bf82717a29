import { createPreference } from '../messages/preference.ts';

/** Milliseconds between `resize` events while the sidebar resizes, for parts that measure the window (specification, §9). */
const EVERY = 180;

const FOR = 1000;

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
  const end = Date.now() + FOR;
  timer = setInterval(() => {
    if (Date.now() > end) clearInterval(timer);
    else window.dispatchEvent(new Event('resize'));
  }, EVERY);
}
