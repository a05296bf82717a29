import { requireItem, requireLast } from '../../../fields/require-entry.ts';
import { daysOf, type CalendarView, type OpenedInCalendar, Agenda } from './day-entries.tsx';
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
import { MonthGrid } from './month-grid.tsx';
import { MOST_RECORDS, useCalendarRecords, useCalendarEdges } from './use-calendar-records.ts';

import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { useLocation, useNavigate } from 'react-router-dom';
import { announce } from '../../kit/status/announcer.ts';
import { CHOSEN_HERE, MONTH, wholeAddress } from '../keep-in-address.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';

/** The records of the list on their days, a month at a time. A record moves to another day by writing its date. */
export function Calendar({ field }: { field: Field }) {
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const { month, go, show } = useMonth();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const weeks = weeksOf(month, firstDayOf(language));
  const days = weeks.flat().filter((day) => !isNarrow || day.startsWith(month));
  const shown = useCalendarRecords(field, requireItem(days, 0), requireLast(days));
  const { records = [] } = shown;
  const [opened, setOpened] = useState<OpenedInCalendar>();
  const { moves, dateOf, hasAny, ...rest } = useDays(field, month, records);
  const view: CalendarView = { ...rest, field, month, open: setOpened };
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
      {shown.isMore && (
        <Alert severity="info" sx={{ mx: 1.5, mb: 1 }}>
          {fillTemplate(texts.tooMany, {
            shown: MOST_RECORDS,
            day: dateOf(records.at(-1)?.[field.name]),
          })}
        </Alert>
      )}
      <MoveNotes records={records} moves={moves} nameOf={dateOf} />
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

/** The records by their days, and how they move to others. */
function useDays(field: Field, month: string, records: readonly RaRecord[]) {
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const queries = useQueryClient();
  const days = daysOf(field);
  const dayIn = (value: unknown): string => (typeof value === 'string' ? days.dayOf(value) : '');
  const dateOf = (value: unknown): string => showDate(dayIn(value));
  const moves = useMoves(field, {
    shownBy: 'calendar',
    describeMove: (record, to) =>
      fillTemplate(texts.movedDay, { title: displayTitle(resource, record), to: dateOf(to) }),
    onWritten: (record) =>
      queries.setQueriesData<{ data: readonly RaRecord[] }>(
        { queryKey: [resource.name, 'calendar'] },
        (list) =>
          list && { ...list, data: list.data.map((old) => (old.id === record.id ? record : old)) },
      ),
  });
  const byDay = Map.groupBy(records, (record) =>
    dayIn(moves.moving.get(String(record.id))?.to ?? record[field.name]),
  );
  return {
    days,
    moves,
    dateOf,
    hasAny: [...byDay.keys()].some((day) => day.startsWith(month)),
    recordsOn: (day: string) => byDay.get(day) ?? [],
    mayMove: moves.mayMove,
    moveTo: (record: RaRecord, day: string) =>
      moves.move(record, days.onDay(day, record[field.name] as string | undefined)),
  };
}

type MoveNotesProps = {
  records: readonly RaRecord[];
  moves: Moves;
  nameOf: (value: unknown) => string;
};

/** The records that could not be moved, above the days. */
function MoveNotes({ records, moves, nameOf }: MoveNotesProps) {
  const { resource } = useResource();
  return records
    .filter((record) => moves.markOf(record))
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
