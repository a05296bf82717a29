import Box from '@mui/material/Box';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { visuallyHidden } from './visually-hidden.ts';

/** Pages set their title once they know it. */
const SETTLED = 400;
/** After which a title that is still that of the page before counts as its own. */
const SAME = 4_000;

/** Says the title of a new page aloud: a change of route is silent for a screen reader. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const said = useRef('');
  return (
    <Box role="status" sx={visuallyHidden}>
      <SettledTitle key={pathname} said={said} />
    </Box>
  );
}

function SettledTitle({ said }: { said: RefObject<string> }) {
  const [title, setTitle] = useState('');

  useEffect(() => {
    let timer: number | undefined;
    const settle = (): void => {
      window.clearTimeout(timer);
      // A page that is slow to come still has the title of the one before, which nobody should hear again.
      timer = window.setTimeout(say, document.title === said.current ? SAME : SETTLED);
    };
    const say = (): void => {
      said.current = document.title;
      setTitle(document.title);
    };
    settle();
    const titles = new MutationObserver(settle);
    titles.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      titles.disconnect();
      window.clearTimeout(timer);
    };
  }, [said]);

  return title;
}
