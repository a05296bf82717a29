import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { visuallyHidden } from './visually-hidden.ts';

/** Pages set their title once they know it. */
const SETTLED = 400;

/** Says the title of a new page aloud: a change of route is silent for a screen reader. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  return (
    <Box role="status" sx={visuallyHidden}>
      <SettledTitle key={pathname} />
    </Box>
  );
}

function SettledTitle() {
  const [title, setTitle] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setTitle(document.title), SETTLED);
    return () => clearTimeout(timer);
  }, []);

  return title;
}
