import { useNow } from '../kit/use-now.ts';
import { useLanguage } from '../messages/language.ts';
import { inUnits } from '../kit/ago.tsx';

/** For how long something runs: `2 minutes`, in German `2 Minuten`. */
export function Uptime({ since }: { since: string }) {
  const language = useLanguage();
  const seconds = Math.max(0, (useNow().getTime() - Date.parse(since)) / 1000);
  const [count, unit] = inUnits(seconds);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(count);
}
