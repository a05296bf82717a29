import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { announce } from '../../kit/status/announcer.ts';

/** Pages set their title once they know it. */
const SETTLED = 400;
/** After which a title that is still that of the page before counts as its own. */
const SAME = 4_000;

/** Says the title of a new page aloud: a change of route is silent for a screen reader. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  // The title there is before the first page has come is not that of any page.
  const [before] = useState(() => document.title);
  const said = useRef('');
  return <SettledTitle key={pathname} said={said} before={before} />;
}

function SettledTitle({ said, before }: { said: RefObject<string>; before: string }) {
  useEffect(() => {
    let timer: number | undefined;
    const settle = (): void => {
      window.clearTimeout(timer);
      if (said.current === '' && document.title === before) return;
      // A page that is slow to come still has the title of the one before, which nobody should hear again.
      timer = window.setTimeout(say, document.title === said.current ? SAME : SETTLED);
    };
    const say = (): void => {
      said.current = document.title;
      announce(document.title);
    };
    settle();
    const titles = new MutationObserver(settle);
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titles.disconnect();
      window.clearTimeout(timer);
    };
  }, [said, before]);
  return null;
}
