/** Nothing is laid out in these tests: with this, all that waits to come near the screen is near. */
export function bringAllNear(): void {
  window.IntersectionObserver = class {
    readonly report: (entries: { isIntersecting: boolean }[]) => void;
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.report = report;
    }
    observe(): void {
      this.report([{ isIntersecting: true }]);
    }
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver;
}
