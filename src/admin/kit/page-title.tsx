import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useConfig } from '../client/config.tsx';
import { createPageState } from '../client/page-state.ts';

/**
 * Names the page: as the heading in the top bar, and in the title of the browser's tab and
 * history. It uses a portal of its own, because react-admin's brings its page editor along.
 */
export function PageTitle({ title, of }: { title: string; of?: string }) {
  const { app } = useConfig().descriptor;
  // Read again after rendering: the bar appears together with the first page.
  const bar = useSyncExternalStore(noChanges, findBar);
  const whole = [title, of, app.title].filter((part) => part).join(' · ');
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  useLayoutEffect(() => {
    titleCount.set(titleCount.get() + 1);
    return () => titleCount.set(titleCount.get() - 1);
  }, []);
  return bar && createPortal(<span data-title>{of ?? title}</span>, bar);
}

/** How many pages have set a title; while it is 0, the heading is the name of the app. */
export const titleCount = createPageState(0);

const noChanges = () => () => undefined;
const findBar = () => document.getElementById('react-admin-title');
