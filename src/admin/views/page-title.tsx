import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useConfig } from '../config.tsx';

/**
 * Names the page in the top bar, where it is the heading, and in the browser's tab
 * and history. By a portal of our own: react-admin's brings its page editor along.
 */
export function PageTitle({ title, of }: { title: string; of?: string }) {
  const { app } = useConfig().descriptor;
  // Asked again once all is drawn: with the first page the bar is drawn, too.
  const bar = useSyncExternalStore(noChanges, findBar);
  const whole = [title, of, app.title].filter((part) => part).join(' · ');
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  return bar && createPortal(<span>{of ?? title}</span>, bar);
}

const noChanges = () => () => undefined;
const findBar = () => document.getElementById('react-admin-title');
