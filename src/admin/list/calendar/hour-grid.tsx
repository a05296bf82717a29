import { requireItem } from '../../../fields/require-entry.ts';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../kit/use-i18n.ts';
import { useDropTarget } from '../shown-as/use-drop-target.ts';
import { nameOfDay } from './calendar-days.ts';
import type { CalendarView } from './day-entries.tsx';
import { EntryOnDay } from './entry-on-day.tsx';
import { beginningAt, endingAt, toHours } from './hours.ts';

/** The height of an hour in pixels. */
const HOUR = 48;

/** Below the days of a week: the entries of one day by their times. It opens at the working hours. */
export function HourGrid({ view }: { view: CalendarView }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 7.5 * HOUR;
  }, []);
  return (
    <div ref={box} className="c-hours">
      <div aria-hidden className="c-scale">
        {Array.from({ length: 24 }, (_, hour) => (
          <span key={hour} style={{ top: hour * HOUR }}>
            {String(hour).padStart(2, '0')}:00
          </span>
        ))}
      </div>
      {requireItem(view.place.weeks, 0).map((day) => (
        <HoursOfDay key={day} view={view} day={day} />
      ))}
    </div>
  );
}

function HoursOfDay({ view, day }: { view: CalendarView; day: string }) {
  const { language } = useI18n();
  const { isOver, target } = useDropTarget(view.dragged, ({ entry, by, grabbed }, event) => {
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - grabbed.y;
    // A mouse does not hit a minute.
    const minutes = Math.round((y / HOUR) * 4) * 15;
    const ends = by === undefined;
    const values = ends
      ? endingAt(day, minutes, view, entry)
      : beginningAt(day, minutes, view, entry);
    if (values) view.write(entry, values);
  });
  return (
    <ul
      aria-label={nameOfDay(day, language)}
      className={isOver ? 'c-over' : undefined}
      style={{ height: 24 * HOUR }}
      {...target}
    >
      {toHours(view.entries, view, day).map(({ entry, from, to, lane, lanes }) => (
        <li
          key={entry.record.id}
          style={{
            top: (from / 60) * HOUR,
            height: ((to - from) / 60) * HOUR,
            insetInlineStart: `${(100 * lane) / lanes}%`,
            width: `${100 / lanes}%`,
          }}
        >
          <EntryOnDay isTimed {...{ view, day, entry }} week={[day]} />
        </li>
      ))}
    </ul>
  );
}
