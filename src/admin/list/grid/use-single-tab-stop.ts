import { useEffect } from 'react';

/**
 * Tab reaches the grid once: its active cell. Links and buttons inside of cells, whoever draws
 * them and whenever, are reached from there; only the row of filters is walked through by Tab.
 */
export function useSingleTabStop(grid: HTMLElement | null): void {
  useEffect(() => {
    if (!grid) return;
    const look = (): void => {
      const inside = '.g-value :is(a, button, input):not([tabindex="-1"])';
      for (const element of grid.querySelectorAll<HTMLElement>(inside)) element.tabIndex = -1;
    };
    look();
    const changes = new MutationObserver(look);
    changes.observe(grid, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [grid]);
}
