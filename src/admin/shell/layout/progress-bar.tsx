import { useEffect, useState } from 'react';
import { useLoading, useTranslate } from 'react-admin';
import { useProgress } from '../../client/progress.ts';
import { WaitingLine } from './waiting-line.tsx';

/** What is over sooner is no waiting (specification, §9). */
const DELAY = 100;

/** A thin line at the top while anything is loaded or saved for longer than a blink. */
export function ProgressBar() {
  const translate = useTranslate();
  const requests = useLoading();
  const other = useProgress();
  const late = useLate(requests || other);
  if (!late) return null;
  return (
    <WaitingLine
      role="progressbar"
      aria-label={translate('ra.page.loading')}
      sx={{ position: 'fixed', inset: '0 0 auto', zIndex: 'tooltip', height: 3 }}
    />
  );
}

function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), DELAY);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return late;
}
