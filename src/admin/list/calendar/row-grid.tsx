import { Box } from '@mui/material';
import { useId, type CSSProperties } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { nameOfArrangement } from '../shown-as/shown-as-menu.tsx';
import { useDropTarget } from '../shown-as/use-drop-target.ts';
import { nameOfDay, nameOfPlace, nameOfWeekday, today } from './calendar-days.ts';
import type { Row } from './calendar-rows.ts';
import { viewOfRow, type CalendarView } from './day-entries.tsx';
import { daysOf, movedBy, stretchedTo, toLanes } from './entries.ts';
import { EntryOnDay } from './entry-on-day.tsx';
import { beginningAt, endingAt, toHours } from './hours.ts';
import { Day, NewButton } from './month-grid.tsx';
import { useActiveDay } from './use-active-day.ts';

type RowGridProps = { view: CalendarView; rows: readonly Row[]; days: readonly string[] };

/**
 * A row for each value of a field and a column for each day, or for each hour of one day with times. An entry that is
 * dropped in another row gets its value; arrow keys move between days and rows.
 */
export function RowGrid({ view, rows, days }: RowGridProps) {
  const texts = useTexts('shown-as');
  const { say } = useI18n();
  const { resource } = useResource();
  const keys = useId();
  const views = rows.map((row) => viewOfRow(view, row));
  const { grid, active, choose, press } = useActiveDay(view, views);
  const { rowField: of, place } = view;
  const isHours = place.scope === 'day' && daysOf(view.field).timeOf !== undefined;
  const columns = isHours ? 24 : days.length;
  const field = nameOfArrangement({ ...view, rows: of, kind: 'calendar' }, say);
  const names = { list: say(resource.label), field, month: place.name };
  return (
    <>
      <span id={keys} hidden>
        {texts.rowKeys} {texts.periodKeys}
      </span>
      <Box
        component="table"
        ref={isHours ? scrollToWorkingHours : grid}
        role={isHours ? 'table' : 'grid'}
        className={`c-month c-rows${columns > 7 ? ' c-narrow' : ''}`}
        style={{ '--columns': columns, '--least': isHours ? '60px' : '44px' } as CSSProperties}
        aria-label={fillTemplate(texts.calendar, names)}
        onKeyDown={isHours ? undefined : press}
      >
        <RowHead label={of ? say(of.label) : ''} {...{ days, isHours }} />
        <tbody>
          {views.map((own, at) => {
            const lanes = toLanes(own.entries, days);
            return (
              <tr key={String(own.row?.value)}>
                <th scope="row">{own.row?.name}</th>
                {isHours ? (
                  <HoursOfRow view={own} day={place.first} />
                ) : (
                  days.map((day) => (
                    <Day
                      key={day}
                      {...{ view: own, week: days, day }}
                      lanes={lanes.get(day) ?? []}
                      isToday={day === today()}
                      isReached={day === active.day && at === active.row}
                      describedBy={keys}
                      onReach={() => choose({ day, row: at })}
                    />
                  ))
                )}
              </tr>
            );
          })}
        </tbody>
      </Box>
    </>
  );
}

function scrollToWorkingHours(table: HTMLTableElement | null): void {
  if (table) table.scrollLeft = (table.scrollWidth * 7.5) / 24;
}

/** Not all days of a month fit beside the names of the rows: today is in the middle, as far as it can be. */
function scrollToToday(head: HTMLElement | null): void {
  const table = head?.closest('table');
  if (head && table) table.scrollLeft = head.offsetLeft - table.clientWidth / 2;
}

type RowHeadProps = { label: string; days: readonly string[]; isHours: boolean };

function RowHead({ label, days, isHours }: RowHeadProps) {
  const { language } = useI18n();
  const now = today();
  return (
    <thead>
      <tr>
        <th scope="col">{label}</th>
        {isHours
          ? Array.from({ length: 24 }, (_, hour) => (
              <th key={hour} scope="col">
                {String(hour).padStart(2, '0')}:00
              </th>
            ))
          : days.map((day) => (
              <th
                key={day}
                ref={day === now ? scrollToToday : undefined}
                scope="col"
                abbr={nameOfDay(day, language)}
                aria-current={day === now ? 'date' : undefined}
              >
                {nameOfWeekday(day, language, 'short')} {Number(day.slice(8))}
              </th>
            ))}
      </tr>
    </thead>
  );
}

/** The height of an entry among the hours, with the space below it, in pixels. */
const LANE = 28;
const MINUTES = 24 * 60;

/** The entries of a row by their times on one day. */
function HoursOfRow({ view, day }: { view: CalendarView; day: string }) {
  const { language } = useI18n();
  const { isOver, target } = useDropTarget(view.dragged, ({ entry, by, grabbed }, event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - left - grabbed.x) / width) * MINUTES;
    // A mouse does not hit a minute.
    const minutes = Math.round(at / 15) * 15;
    // What began on another day only gets the row.
    const begin = () =>
      entry.first === day ? beginningAt(day, minutes, view, entry) : movedBy(0, view, entry);
    const end = () =>
      entry.last === day ? endingAt(day, minutes, view, entry) : stretchedTo(day, view, entry);
    const values = by === undefined ? end() : begin();
    if (values) view.write(entry, values);
  });
  const entries = toHours(view.entries, view, day, true);
  const lanes = Math.max(1, ...entries.map(({ lane }) => lane + 1));
  return (
    <td colSpan={24} className={isOver ? 'c-over' : undefined} {...target}>
      <ul aria-label={nameOfPlace(view.row, day, language)} style={{ height: lanes * LANE }}>
        {entries.map(({ entry, from, to, lane }) => (
          <li
            key={entry.record.id}
            style={{
              top: lane * LANE,
              insetInlineStart: `${(100 * from) / MINUTES}%`,
              width: `${(100 * (to - from)) / MINUTES}%`,
            }}
          >
            <EntryOnDay isTimed {...{ view, day, entry }} week={[day]} />
          </li>
        ))}
      </ul>
      <NewButton view={view} day={day} />
    </td>
  );
}
