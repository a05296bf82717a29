import { useEffect, useRef, useState } from 'react';

/** Milliseconds in which nothing changes before the server is asked. */
const PAUSE = 300;

/**
 * The files that the server is asked about: at once after one edit, because the person waits for what it says. Who types
 * a text, or makes one edit after another, pauses first: a check of a large descriptor keeps a server busy for a moment.
 */
export function useAskedFiles<Files>(files: Files, { isTyped = false } = {}): Files {
  const [asked, setAsked] = useState(files);
  const last = useRef(-Infinity);
  useEffect(() => {
    const now = Date.now();
    const isAlone = !isTyped && now - last.current > PAUSE;
    last.current = now;
    const timer = window.setTimeout(() => setAsked(files), isAlone ? 0 : PAUSE);
    return () => window.clearTimeout(timer);
  }, [files, isTyped]);
  return asked;
}
