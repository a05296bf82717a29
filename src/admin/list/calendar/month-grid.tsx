import { requireItem } from '../../../fields/require-entry.ts';
import AddIcon from '@mui/icons-material/Add';
import { Box, IconButton } from '@mui/material';
import { useId, type CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { showDate } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { type CalendarView, useNewOn } from './day-entries.tsx';
import { nameOfPlace, nameOfWeekday, today } from './calendar-days.ts';
import {
  daysBetween,
  movedBy,
  stretchedTo,
  toLanes,
  type DraggedEntry,
  type Entry,
} from './entries.ts';
import { EntryOnDay } from './entry-on-day.tsx';
import { nameOfArrangement } from '../shown-as/shown-as-menu.tsx';
import { useDropTarget } from '../shown-as/use-drop-target.ts';
import { useActiveDay } from './use-active-day.ts';

/** A day of a month with more entries shows the first of them, and opens with all. */
const ENTRIES = 3;

/**
 * The weeks of a month, or one week or day (WAI-ARIA, Grid): arrow keys move from day to day, Enter opens the day with its entries, which
 * Tab therefore does not reach here.
 */
export function MonthGrid({ view, isAbove = false }: MonthGridProps) {
  const { weeks } = view.place;
  const texts = useTexts('shown-as');
  const { say, language } = useI18n();
  const { resource } = useResource();
  const keys = useId();
  const now = today();
  const { grid, active, choose, press } = useActiveDay(view);
  const bars = isAbove ? view.entries.filter(({ first, last }) => first < last) : view.entries;
  const field = nameOfArrangement({ ...view, kind: 'calendar' }, say);
  const names = { list: say(resource.label), field, month: view.place.name };
  return (
    <>
      <span id={keys} hidden>
        {texts.dayKeys} {view.end && texts.periodKeys}
      </span>
      <Box
        component="table"
        ref={grid}
        role="grid"
        className={`c-month${isAbove ? ' c-above' : ''}`}
        style={{ '--columns': requireItem(weeks, 0).length } as CSSProperties}
        aria-label={fillTemplate(texts.calendar, names)}
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
          {weeks.map((week) => {
            const lanes = toLanes(bars, week);
            return (
              <tr key={week[0]}>
                {week.map((day) => (
                  <Day
                    key={day}
                    {...{ view, week, day }}
                    lanes={lanes.get(day) ?? []}
                    isToday={day === now}
                    isReached={day === active.day}
                    describedBy={keys}
                    onReach={() => choose({ day, row: 0 })}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </Box>
    </>
  );
}

type MonthGridProps = {
  view: CalendarView;
  /** Whether the hours are below, which have the entries of one day. */
  isAbove?: boolean;
};

type DayProps = {
  view: CalendarView;
  week: readonly string[];
  day: string;
  /** The entries of the day in the places that they have all week. */
  lanes: readonly (Entry | undefined)[];
  isToday: boolean;
  /** Whether Tab reaches this day, of all days of the month. */
  isReached: boolean;
  describedBy: string;
  onReach: () => void;
};

export function Day({ isToday, isReached, describedBy, onReach, ...props }: DayProps) {
  const { view, day, lanes } = props;
  const { place } = view;
  const texts = useTexts('shown-as');
  const { language, number } = useI18n();
  const { isOver, target: dropTarget } = useDrop(view, day);
  const count = view.entriesOn(day).length;
  const shown = lanes.slice(0, place.scope === 'month' ? ENTRIES : lanes.length);
  const left = lanes.filter(Boolean).length - shown.filter(Boolean).length;
  const isOther = !place.isOwn(day);
  const names = { day: nameOfPlace(view.row, day, language), count: number(count) };
  const openDay = (): void => view.open({ kind: 'day', day });
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
        if (!(target as Element).closest('a, button')) openDay();
      }}
      {...dropTarget}
    >
      <time dateTime={day}>
        <span aria-hidden>{Number(day.slice(8))}</span>
        <Box component="span" sx={visuallyHidden}>
          {fillTemplate(texts.day, names)}
        </Box>
      </time>
      {shown.map((entry, lane) =>
        entry ? (
          <EntryOnDay key={entry.record.id} {...props} entry={entry} />
        ) : (
          <span key={lane} className="c-gap" />
        ),
      )}
      {left > 0 && (
        <button type="button" tabIndex={-1} className="c-more" onClick={openDay}>
          {fillTemplate(texts.more, { count: number(left) })}
        </button>
      )}
      <NewButton view={view} day={day} />
    </Box>
  );
}

/** Creates a record on the day. */
export function NewButton({ view, day }: Pick<DayProps, 'view' | 'day'>) {
  const texts = useTexts('shown-as');
  const create = useNewOn(view, day);
  if (create === undefined) return null;
  return (
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
  );
}

/** Moves what is dropped on a day, or makes it end there. */
function useDrop(view: CalendarView, day: string) {
  const valuesOn = ({ entry, by }: DraggedEntry) =>
    by === undefined ? stretchedTo(day, view, entry) : movedBy(daysBetween(by, day), view, entry);
  return useDropTarget(
    view.dragged,
    (item) => view.write(item.entry, valuesOn(item) ?? {}),
    (item) => valuesOn(item) !== undefined,
  );
}
