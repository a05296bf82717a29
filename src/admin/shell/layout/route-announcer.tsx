import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { announce } from '../../kit/status/announcer.ts';

/** Milliseconds for a page to set its title. */
const SETTLED_TITLE_MS = 400;
/** Milliseconds after which an unchanged title counts as the new page's own. */
const SAME_TITLE_MS = 4_000;

/** Announces the title of a new page, because a screen reader does not notice a change of route. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  // The title before the first page appears belongs to no page.
  const [before] = useState(() => document.title);
  const announced = useRef('');
  return <SettledTitle key={pathname} announced={announced} before={before} />;
}

function SettledTitle({ announced, before }: { announced: RefObject<string>; before: string }) {
  useEffect(() => {
    let timer: number | undefined;
    const settle = (): void => {
      window.clearTimeout(timer);
      if (announced.current === '' && document.title === before) return;
      // A slow page still has the title of the previous one, which must not be announced again.
      timer = window.setTimeout(
        announceTitle,
        document.title === announced.current ? SAME_TITLE_MS : SETTLED_TITLE_MS,
      );
    };
    const announceTitle = (): void => {
      announced.current = document.title;
      announce(document.title);
    };
    settle();
    const titles = new MutationObserver(settle);
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titles.disconnect();
      window.clearTimeout(timer);
    };
  }, [announced, before]);
  return null;
}
