import { requireItem } from '../../../fields/require-entry.ts';
import AddIcon from '@mui/icons-material/Add';
import { Box, IconButton } from '@mui/material';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { showDate } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { RecordLink } from '../../resource/record-link.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import type { CalendarView } from './day-entries.tsx';
import { addDays } from '../../../fields/text/time-zone.ts';
import { nameOfDay, nameOfMonth, nameOfWeekday, today } from './calendar-days.ts';
import { useNewOn } from './use-new-on.ts';
import { useDropTarget } from '../shown-as/use-drop-target.ts';

type MonthGridProps = {
  view: CalendarView;
  weeks: readonly (readonly string[])[];
  /** Shows the month that is this many months later. */
  onGo: (months: number) => void;
};

/** A day with more entries shows the first of them, and opens with all. */
const ENTRIES = 3;

/**
 * The weeks of a month (WAI-ARIA, Grid): arrow keys move from day to day, Enter opens the day with its entries, which
 * Tab therefore does not reach here.
 */
export function MonthGrid({ view, weeks, onGo }: MonthGridProps) {
  const { field, month } = view;
  const texts = useTexts('shown-as');
  const { say, language } = useI18n();
  const { resource } = useResource();
  const keys = useId();
  const now = today();
  const [chosen, setChosen] = useState(now);
  const grid = useRef<HTMLTableElement>(null);
  const dayToFocus = useRef<string>(undefined);
  const dragged = useRef<RaRecord>(undefined);
  const active = chosen.startsWith(month) ? chosen : `${month}-01`;
  useEffect(() => {
    // A day of another month is reached once that month is shown.
    if (dayToFocus.current !== active) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
    dayToFocus.current = undefined;
  }, [active]);

  const reach = (day: string): void => {
    dayToFocus.current = day;
    setChosen(day);
    const months = monthsFrom(month, day);
    if (months !== 0) onGo(months);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const day = (event.target as HTMLElement).dataset['day'];
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const week = weeks.find((each) => each.includes(day)) ?? [];
    const months = event.shiftKey ? 12 : 1;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => reach(addDays(day, -1)),
      ArrowRight: () => reach(addDays(day, 1)),
      ArrowUp: () => reach(addDays(day, -7)),
      ArrowDown: () => reach(addDays(day, 7)),
      Home: () => reach(week[0] ?? day),
      End: () => reach(week.at(-1) ?? day),
      PageUp: () => reach(sameDay(day, -months)),
      PageDown: () => reach(sameDay(day, months)),
      Enter: () => view.open({ kind: 'day', day }),
      ' ': () => view.open({ kind: 'day', day }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const names = { list: say(resource.label), field: say(field.label) };
  return (
    <>
      <span id={keys} hidden>
        {texts.dayKeys}
      </span>
      <Box
        component="table"
        ref={grid}
        role="grid"
        className="c-month"
        aria-label={fillTemplate(texts.calendar, { ...names, month: nameOfMonth(month, language) })}
        onKeyDown={press}
      >
        <thead>
          <tr>
            {requireItem(weeks, 0).map((day) => (
              <th key={day} scope="col" abbr={nameOfWeekday(day, language, 'long')}>
                {nameOfWeekday(day, language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  {...{ view, day, dragged }}
                  isToday={day === now}
                  isReached={day === active}
                  describedBy={keys}
                  onReach={() => setChosen(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </>
  );
}

type DayProps = {
  view: CalendarView;
  day: string;
  dragged: React.RefObject<RaRecord | undefined>;
  isToday: boolean;
  /** Whether Tab reaches this day, of all days of the month. */
  isReached: boolean;
  describedBy: string;
  onReach: () => void;
};

function Day({ view, day, dragged, isToday, isReached, describedBy, onReach }: DayProps) {
  const texts = useTexts('shown-as');
  const { language, number } = useI18n();
  const { resource } = useResource();
  const { isOver, target: dropTarget } = useDropTarget(dragged, (record) =>
    view.moveTo(record, day),
  );
  const records = view.recordsOn(day);
  const left = records.length - ENTRIES;
  const create = useNewOn(view.field, day);
  const isOther = !day.startsWith(view.month);
  const label = fillTemplate(texts.day, {
    day: nameOfDay(day, language),
    count: number(records.length),
  });
  return (
    <Box
      component="td"
      role="gridcell"
      data-day={day}
      tabIndex={isReached ? 0 : -1}
      aria-describedby={describedBy}
      aria-current={isToday ? 'date' : undefined}
      className={`${isOther ? 'c-other ' : ''}${isOver ? 'c-over' : ''}`}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget && !isOther) onReach();
      }}
      onClick={({ target }) => {
        if (!(target as Element).closest('a, button')) view.open({ kind: 'day', day });
      }}
      {...dropTarget}
    >
      <time dateTime={day}>
        <span aria-hidden>{Number(day.slice(8))}</span>
        <Box component="span" sx={visuallyHidden}>
          {label}
        </Box>
      </time>
      {records.slice(0, ENTRIES).map((record) => (
        <RecordLink
          key={record.id}
          record={record}
          tabIndex={-1}
          className="c-entry"
          title={displayTitle(resource, record)}
          draggable={view.mayMove(record)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            dragged.current = record;
          }}
          onDragEnd={() => {
            dragged.current = undefined;
          }}
          onContextMenu={(event) => {
            if (event.shiftKey) return;
            event.preventDefault();
            view.open({ kind: 'record', record, anchor: event.currentTarget });
          }}
        />
      ))}
      {left > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="c-more"
          onClick={() => view.open({ kind: 'day', day })}
        >
          {fillTemplate(texts.more, { count: number(left) })}
        </button>
      )}
      {create !== undefined && (
        <IconButton
          component={Link}
          to={create}
          size="small"
          tabIndex={-1}
          className="c-new"
          aria-label={fillTemplate(texts.newOn, { day: showDate(day) })}
        >
          <AddIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
}

function monthsFrom(month: string, day: string): number {
  const [year = 0, at = 0] = month.split('-').map(Number);
  const [toYear = 0, to = 0] = day.split('-').map(Number);
  return (toYear - year) * 12 + to - at;
}

/** The same day of another month, or its last day if it is shorter. */
function sameDay(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
