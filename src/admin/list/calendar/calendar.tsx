import { requireItem, requireLast } from '../../../fields/require-entry.ts';
import { type CalendarView, type OpenedInCalendar, Agenda } from './day-entries.tsx';
import { Alert, Box, Button, useMediaQuery } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { showDate } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { HintButton } from '../../shell/layout/hint-button.tsx';
import { MoveNote, UnsentMoves, useMoves, type Moves } from '../shown-as/moves.tsx';
import { firstDayOf, nameOfMonth, today, weeksOf, addMonths, isMonth } from './calendar-days.ts';
import { CalendarDialogs } from './calendar-dialogs.tsx';
import { calendarSx } from './calendar-sx.ts';
import { isOn, showDays, toEntry, type Entry, type Period } from './entries.ts';
import { MonthGrid } from './month-grid.tsx';
import { MOST_RECORDS, useCalendarRecords, useCalendarEdges } from './use-calendar-records.ts';

import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { useLocation, useNavigate } from 'react-router-dom';
import { announce } from '../../kit/status/announcer.ts';
import { CHOSEN_HERE, MONTH, wholeAddress } from '../keep-in-address.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';

/** The records of the list on their days, a month at a time. A record moves to other days by writing its dates. */
export function Calendar(period: Period) {
  const { field } = period;
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const { month, go, show } = useMonth();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const weeks = weeksOf(month, firstDayOf(language));
  const days = weeks.flat().filter((day) => !isNarrow || day.startsWith(month));
  const shown = useCalendarRecords(period, requireItem(days, 0), requireLast(days));
  const { records = [] } = shown;
  const [opened, setOpened] = useState<OpenedInCalendar>();
  const { moves, nameOf, ...rest } = useEntries(period, records);
  const view: CalendarView = { ...period, ...rest, month, open: setOpened };
  const hasAny = view.entries.some(
    ({ first, last }) => first.slice(0, 7) <= month && month <= last.slice(0, 7),
  );
  const isEmpty = shown.records !== undefined && !hasAny && !shown.isFetching;
  return (
    <Box sx={calendarSx} aria-busy={shown.isFetching}>
      <UnsentMoves moves={moves} />
      <Box className="c-bar">
        <HintButton label={texts.previous} data-edge="start" onClick={() => go(-1)}>
          <BackIcon />
        </HintButton>
        <HintButton label={texts.next} data-edge="start" onClick={() => go(1)}>
          <NextIcon />
        </HintButton>
        <h2>{nameOfMonth(month, language)}</h2>
        <Button size="small" color="inherit" onClick={() => show(today().slice(0, 7))}>
          {texts.today}
        </Button>
        {isEmpty && <EmptyMonth field={field} month={month} onShow={show} />}
      </Box>
      {shown.error && (
        <Box sx={{ px: 1.5 }}>
          <QueryNotice isError text={texts.failed} retryLabel={texts.retry} onRetry={shown.retry} />
        </Box>
      )}
      {shown.isMore && <TooMany last={view.entries.at(-1)} />}
      <MoveNotes records={records} moves={moves} nameOf={nameOf} />
      {isNarrow ? (
        <Agenda view={view} days={days} />
      ) : (
        <MonthGrid view={view} weeks={weeks} onGo={go} />
      )}
      {opened && (
        <CalendarDialogs
          key={opened.kind}
          {...{ opened, view }}
          onOpen={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Box>
  );
}

/** Says from which day on the records are not complete: they are read in the order of their first days. */
function TooMany({ last }: { last: Entry | undefined }) {
  const { tooMany } = useTexts('shown-as');
  return (
    <Alert severity="info" sx={{ mx: 1.5, mb: 1 }}>
      {fillTemplate(tooMany, { shown: MOST_RECORDS, day: showDate(last?.first ?? '') })}
    </Alert>
  );
}

/** The records with their days, and how they move to others. */
function useEntries(period: Period, records: readonly RaRecord[]) {
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const queries = useQueryClient();
  const { field, end } = period;
  const nameOf = (values: Readonly<Record<string, unknown>>): string => {
    const entry = toEntry(period, { id: '', ...values });
    return entry ? showDays(entry) : '';
  };
  const moves = useMoves(end ? [field, end] : [field], {
    shownBy: 'calendar',
    describeMove: (record, to) =>
      fillTemplate(texts.movedDay, {
        title: displayTitle(resource, record),
        to: nameOf({ ...record, ...to }),
      }),
    onWritten: (record) =>
      queries.setQueriesData<{ data: readonly RaRecord[] }>(
        { queryKey: [resource.name, 'calendar'] },
        (list) =>
          list && { ...list, data: list.data.map((old) => (old.id === record.id ? record : old)) },
      ),
  });
  const entries = records.flatMap(
    (record) => toEntry(period, record, moves.moving.get(String(record.id))?.to) ?? [],
  );
  return {
    moves,
    nameOf,
    entries,
    entriesOn: (day: string) => entries.filter((entry) => isOn(entry, day)),
    mayMove: ({ record, ends }: Entry) =>
      // Without the end, the record would change its length.
      moves.mayMove(record, [field.name, ...(end && ends !== undefined ? [end.name] : [])]),
    mayStretch: ({ record }: Entry) => end !== undefined && moves.mayMove(record, [end.name]),
    write: ({ record }: Entry, values: Readonly<Record<string, unknown>>) =>
      moves.move(record, values),
  };
}

type MoveNotesProps = {
  records: readonly RaRecord[];
  moves: Moves;
  nameOf: (values: Readonly<Record<string, unknown>>) => string;
};

/** The records that could not be moved, above the days. */
function MoveNotes({ records, moves, nameOf }: MoveNotesProps) {
  const { resource } = useResource();
  return records
    .filter((record) => Object.keys(moves.marksOf(record)).length > 0)
    .map((record) => (
      <Box key={record.id} className="c-note">
        <strong>{displayTitle(resource, record)}</strong>
        <MoveNote record={record} moves={moves} nameOf={nameOf} />
      </Box>
    ));
}

/** The month of the calendar, which the address holds; this month without one. */
function useMonth() {
  const list = useListContext();
  const { language } = useI18n();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const linked = new URLSearchParams(search).get(MONTH);
  const month = isMonth(linked) ? linked : today().slice(0, 7);
  const show = (next: string): void => {
    if (!isMonth(next)) return;
    const params = wholeAddress(search, list);
    params.set(MONTH, next);
    announce(nameOfMonth(next, language));
    void navigate(
      { search: params.toString() },
      { replace: true, state: { ...(state as object), ...CHOSEN_HERE } },
    );
  };
  return {
    month,
    show,
    /** Shows the month that is this many months later. */
    go: (count: number) => show(addMonths(month, count)),
  };
}

type EmptyMonthProps = { field: Field; month: string; onShow: (month: string) => void };

/** Says that a month has no records, and leads to the first and the last month that have some. */
function EmptyMonth({ field, month, onShow }: EmptyMonthProps) {
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const edges = useCalendarEdges(field);
  const [first, last] = [edges?.first.slice(0, 7), edges?.last.slice(0, 7)];
  const ways = [
    [texts.first, first],
    [texts.last, last === first ? undefined : last],
  ] as const;
  return (
    <>
      <Hint component={Status}>
        {fillTemplate(texts.emptyMonth, { month: nameOfMonth(month, language) })}
      </Hint>
      {ways.map(
        ([text, to]) =>
          to !== undefined && (
            <Button key={text} size="small" onClick={() => onShow(to)}>
              {fillTemplate(text, { month: nameOfMonth(to, language) })}
            </Button>
          ),
      )}
    </>
  );
}
