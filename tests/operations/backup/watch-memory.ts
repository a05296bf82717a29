import { readFileSync } from 'node:fs';

/** Watches how much memory a process has, in megabytes, until `end`. */
export function watchMemory(pid: number) {
  const read = (): number => {
    try {
      return (
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
      );
    } catch {
      // It has ended.
      return 0;
    }
  };
  const before = Math.round(read());
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, Math.round(read()) || 0)), 200);
  return {
    end() {
      clearInterval(timer);
      return { before, most };
    },
  };
}
