import { requireLast } from '../../../fields/require-entry.ts';
import { showDate, showDateTime, toLocal } from '../../../fields/text/date-format.ts';
import { useNow } from '../use-now.ts';
import { useLanguage } from '../../messages/language.ts';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long ago something happened: in words during the first week, then as a date; the tooltip has the exact moment. */
export function RelativeTime({ moment }: { moment: string }) {
  const language = useLanguage();
  const seconds = Math.max(0, (useNow().getTime() - Date.parse(moment)) / 1000);
  const isLongAgo = seconds > 7 * 86_400;
  const [count, unit] = inUnits(seconds);
  return (
    <time dateTime={moment} title={showDateTime(moment)}>
      {isLongAgo
        ? showDate((toLocal(moment) ?? moment).slice(0, 10))
        : new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-count, unit)}
    </time>
  );
}

/** The longest unit that fits into this many seconds, and how many of it. */
export function inUnits(seconds: number): [count: number, unit: (typeof units)[number][0]] {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? requireLast(units);
  return [Math.floor(seconds / length), unit];
}
