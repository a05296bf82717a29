const SECONDS = 5;

/** Prints what is being done, at most every five seconds. */
export function createProgress(print: (line: string) => void): (doing: string) => void {
  let printedAt = Date.now();
  return (doing) => {
    if (Date.now() - printedAt < SECONDS * 1_000) return;
    printedAt = Date.now();
    print(`… ${doing}`);
  };
}
