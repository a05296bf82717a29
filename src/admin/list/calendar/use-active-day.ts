import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays } from '../../../fields/text/time-zone.ts';
import { isCommand } from '../../kit/keys/key-press.ts';
import { today } from './calendar-days.ts';
import type { CalendarView } from './day-entries.tsx';

/** A day of a calendar, in one of its rows if it has some. */
type Cell = { day: string; row: number };

/**
 * The day that Tab reaches, and the keys that lead from it to others, of other months too. Up and down lead to another
 * week, or with rows to another row.
 */
export function useActiveDay(view: CalendarView, rows?: readonly CalendarView[]) {
  const { place } = view;
  const [chosen, choose] = useState<Cell>(() => ({ day: today(), row: 0 }));
  const grid = useRef<HTMLTableElement>(null);
  const cellToFocus = useRef<string>(undefined);
  const last = (rows?.length ?? 1) - 1;
  const active: Cell = {
    day: place.isOwn(chosen.day) ? chosen.day : place.first,
    row: Math.max(0, Math.min(chosen.row, last)),
  };
  const name = nameOf(active);
  const lines = rows ? [place.weeks.flat().filter((each) => place.isOwn(each))] : place.weeks;
  useEffect(() => {
    // A day of another month is reached once that month is shown.
    if (cellToFocus.current !== name) return;
    const [day, row] = name.split(' ');
    const all = grid.current?.tBodies[0]?.rows ?? [];
    const from = rows ? [all[Number(row)]] : [...all];
    for (const line of from) line?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
    cellToFocus.current = undefined;
  }, [name, rows]);
  const reach = (cell: Cell): void => {
    cellToFocus.current = nameOf(cell);
    choose(cell);
    if (!place.isOwn(cell.day)) place.show(cell.day);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const { dataset } = event.target as HTMLElement;
    const { day } = dataset;
    if (day === undefined || isCommand(event)) return;
    const { row } = active;
    const months = event.shiftKey ? 12 : 1;
    const beside = (count: number): Cell =>
      rows
        ? { day, row: Math.max(0, Math.min(row + count, last)) }
        : { day: addDays(day, 7 * count), row };
    const vertical: Record<string, Cell> = { ArrowUp: beside(-1), ArrowDown: beside(1) };
    const to = dayByKey(day, lines, months)[event.key];
    const next = to === undefined ? vertical[event.key] : { day: to, row };
    if (next !== undefined) reach(next);
    else if (event.key === 'Enter' || event.key === ' ')
      (rows?.[row] ?? view).open({ kind: 'day', day });
    else return;
    event.preventDefault();
  };
  return { grid, active, choose, press };
}

/** The days that keys lead to from a day, of lines of days. */
function dayByKey(
  day: string,
  lines: readonly (readonly string[])[],
  months: number,
): Record<string, string> {
  const line = lines.find((each) => each.includes(day)) ?? [];
  return {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    Home: line[0] ?? day,
    End: line.at(-1) ?? day,
    PageUp: sameDay(day, -months),
    PageDown: sameDay(day, months),
  };
}

function nameOf({ day, row }: Cell): string {
  return `${day} ${row}`;
}

/** The same day of another month, or its last day if it is shorter. */
function sameDay(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
