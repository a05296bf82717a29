import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePrint } from '../../fields/screen/use-print.ui.ts';

/** Whether the page is, or was, printed: then what the screen leaves out for later must be there. */
export function usePaper(): boolean {
  const isPaper = usePrint();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page right after the event.
    const all = (): void => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', all);
    return () => window.removeEventListener('beforeprint', all);
  }, []);
  return isPaper || isPrinting;
}
