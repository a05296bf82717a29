import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useConfig } from '../client/config.tsx';
import { createPageState } from '../client/page-state.ts';

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
  useLayoutEffect(() => {
    titles.set(titles.get() + 1);
    return () => titles.set(titles.get() - 1);
  }, []);
  return bar && createPortal(<span>{of ?? title}</span>, bar);
}

/** How many pages have named themselves: while there is none, the heading is the app's name. */
export const titles = createPageState(0);

const noChanges = () => () => undefined;
const findBar = () => document.getElementById('react-admin-title');
