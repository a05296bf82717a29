import { requireItem, requireLast } from '../../../fields/require-entry.ts';
import { useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { showDate } from '../../../fields/text/date-format.ts';
import { addDays } from '../../../fields/text/time-zone.ts';
import { announce } from '../../kit/status/announcer.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { CHOSEN_HERE, scopes, wholeAddress, type Scope } from '../keep-in-address.ts';
import {
  addMonths,
  firstDayOf,
  isDay,
  nameOfDay,
  nameOfMonth,
  today,
  weeksOf,
} from './calendar-days.ts';

/** What a calendar shows now. */
export type Place = {
  scope: Scope;
  name: string;
  /** Its days in weeks; those of a month are whole. */
  weeks: readonly (readonly string[])[];
  /** The first of its own days. */
  first: string;
  /** Whether a day is its own; a month shows days of others too. */
  isOwn(day: string): boolean;
  /** Shows the month, the week or the day that this day is in. */
  show(day: string, as?: Scope): void;
};

/** The month, week or day of the calendar, which the address holds; without one the current. */
export function usePlace(): Place & { go(count: number): void; choose(scope: Scope): void } {
  const list = useListContext();
  const { language } = useI18n();
  const layout = useLayout();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const linked = new URLSearchParams(search);
  const scope = scopes.find((each) => linked.has(each)) ?? layout.calendar;
  const day = scope === 'month' ? `${linked.get(scope)}-01` : linked.get(scope);
  const at = isDay(day) ? day : today();
  const place = toPlace(scope, at, language);
  const show = (next: string, as = scope): void => {
    if (!isDay(next)) return;
    const params = wholeAddress(search, list);
    for (const each of scopes) params.delete(each);
    params.set(as, as === 'month' ? next.slice(0, 7) : next);
    announce(toPlace(as, next, language).name);
    void navigate(
      { search: params.toString() },
      { replace: true, state: { ...(state as object), ...CHOSEN_HERE } },
    );
  };
  return {
    ...place,
    show,
    /** Shows what is so many months, weeks or days later. */
    go: (count) => show(laterBy(count, scope, at)),
    /** Remembers the choice, and keeps to today if it is shown. */
    choose(as) {
      layout.change({ calendar: as });
      show(place.isOwn(today()) ? today() : at, as);
    },
  };
}

function toPlace(scope: Scope, at: string, language: string): Omit<Place, 'show'> {
  const month = at.slice(0, 7);
  const weeks = weeksOf(month, firstDayOf(language));
  if (scope === 'month')
    return {
      scope,
      weeks,
      name: nameOfMonth(month, language),
      first: `${month}-01`,
      isOwn: (day) => day.startsWith(month),
    };
  const week = scope === 'day' ? [at] : (weeks.find((each) => each.includes(at)) ?? [at]);
  const first = requireItem(week, 0);
  const name =
    scope === 'day'
      ? nameOfDay(at, language)
      : `${showDate(first)} – ${showDate(requireLast(week))}`;
  return { scope, weeks: [week], name, first, isOwn: (day) => week.includes(day) };
}

function laterBy(count: number, scope: Scope, at: string): string {
  if (scope === 'month') return `${addMonths(at.slice(0, 7), count)}-01`;
  return addDays(at, scope === 'week' ? count * 7 : count);
}
