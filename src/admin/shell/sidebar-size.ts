/** While the sidebar changes its width, what measures itself by the window is told so (specification, §9). */
const EVERY = 180;
const FOR = 1000;

let timer: ReturnType<typeof setInterval> | undefined;

export function announceResize(): void {
  clearInterval(timer);
  const end = Date.now() + FOR;
  timer = setInterval(() => {
    if (Date.now() > end) clearInterval(timer);
    else window.dispatchEvent(new Event('resize'));
  }, EVERY);
}
