import { requireItem, requireLast } from '../../../fields/require-entry.ts';
import { type CalendarView, type OpenedInCalendar, Agenda } from './day-entries.tsx';
import { Alert, Box, Button, useMediaQuery } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { Arrangement } from '../../../descriptor/shown-as.ts';
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
import { nameOfMonth, today } from './calendar-days.ts';
import { HourGrid } from './hour-grid.tsx';
import { usePlace, type Place } from './use-place.ts';
import { useDragged } from '../shown-as/use-drop-target.ts';
import { CalendarDialogs } from './calendar-dialogs.tsx';
import { calendarSx } from './calendar-sx.ts';
import {
  daysOf,
  isOn,
  showDays,
  toEntry,
  type DraggedEntry,
  type Entry,
  type Period,
} from './entries.ts';
import { MOST_ROWS, useRows } from './calendar-rows.ts';
import { RowGrid } from './row-grid.tsx';
import { MonthGrid } from './month-grid.tsx';
import { MOST_RECORDS, useCalendarRecords, useCalendarEdges } from './use-calendar-records.ts';

import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { scopes } from '../keep-in-address.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';

/** The records of the list on the days of a month or a week, or on a day. A record moves to other days by writing its dates. */
export function Calendar({ field, end, rows: rowField }: Arrangement) {
  const period = { field, end, rowField };
  const texts = useTexts('shown-as');
  const place = usePlace();
  const { scope, weeks, go } = place;
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const days = weeks.flat().filter((day) => !isNarrow || place.isOwn(day));
  const shown = useCalendarRecords(period, requireItem(days, 0), requireLast(days));
  const { records = [] } = shown;
  const [opened, setOpened] = useState<OpenedInCalendar>();
  const { rows, isMore: areMoreRows, nameOf: nameOfRow } = useRows(rowField, records);
  const { moves, nameOf, ...rest } = useEntries(period, records, nameOfRow);
  const dragged = useDragged<DraggedEntry>();
  const view: CalendarView = {
    ...period,
    ...rest,
    allRows: rows,
    nameOfRow,
    place,
    dragged,
    open: setOpened,
  };
  const hasAny = days.some((day) => place.isOwn(day) && view.entriesOn(day).length > 0);
  const isEmpty = shown.records !== undefined && !hasAny && !shown.isFetching;
  return (
    <Box sx={calendarSx} aria-busy={shown.isFetching}>
      <UnsentMoves moves={moves} />
      <Box className="c-bar">
        <HintButton label={texts.previous[scope]} data-edge="start" onClick={() => go(-1)}>
          <BackIcon />
        </HintButton>
        <HintButton label={texts.next[scope]} data-edge="start" onClick={() => go(1)}>
          <NextIcon />
        </HintButton>
        <h2>{place.name}</h2>
        <Button size="small" color="inherit" onClick={() => place.show(today())}>
          {texts.today}
        </Button>
        <Scopes place={place} />
        {isEmpty && <EmptyPlace field={field} place={place} />}
      </Box>
      <Notices shown={shown} last={view.entries.at(-1)} areMoreRows={areMoreRows} />
      <MoveNotes records={records} moves={moves} nameOf={nameOf} />
      <Days view={view} days={days} isNarrow={isNarrow} />
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

type NoticesProps = {
  shown: ReturnType<typeof useCalendarRecords>;
  last: Entry | undefined;
  areMoreRows: boolean;
};

/** Says what is missing: from which day on records are, as they are read in the order of their first days, and which rows. */
function Notices({ shown, last, areMoreRows }: NoticesProps) {
  const texts = useTexts('shown-as');
  const day = showDate(last?.first ?? '');
  const missing = [
    ...(shown.isMore ? [fillTemplate(texts.tooMany, { shown: MOST_RECORDS, day })] : []),
    ...(areMoreRows ? [fillTemplate(texts.tooManyRows, { shown: MOST_ROWS })] : []),
  ];
  return (
    <>
      {shown.error && (
        <Box sx={{ px: 1.5 }}>
          <QueryNotice isError text={texts.failed} retryLabel={texts.retry} onRetry={shown.retry} />
        </Box>
      )}
      {missing.map((text) => (
        <Alert key={text} severity="info" sx={{ mx: 1.5, mb: 1 }}>
          {text}
        </Alert>
      ))}
    </>
  );
}

type DaysProps = { view: CalendarView; days: readonly string[]; isNarrow: boolean };

/** Records with times have the hours of a week or a day, others its days. */
function Days({ view, days, isNarrow }: DaysProps) {
  const isTimed = daysOf(view.field).timeOf !== undefined;
  const { scope } = view.place;
  if (view.allRows && !isNarrow)
    return (
      <RowGrid view={view} rows={view.allRows} days={days.filter((day) => view.place.isOwn(day))} />
    );
  if (isNarrow || (scope === 'day' && !isTimed)) return <Agenda view={view} days={days} />;
  if (scope === 'month' || !isTimed) return <MonthGrid view={view} />;
  return (
    <>
      <MonthGrid view={view} isAbove />
      <HourGrid view={view} />
    </>
  );
}

/** The choice between a month, a week and a day. */
function Scopes({ place }: { place: ReturnType<typeof usePlace> }) {
  const texts = useTexts('shown-as');
  return (
    <Box role="group" aria-label={texts.show}>
      {scopes.map((scope) => (
        <Button
          key={scope}
          size="small"
          color={scope === place.scope ? 'primary' : 'inherit'}
          aria-pressed={scope === place.scope}
          onClick={() => place.choose(scope)}
        >
          {texts.scopes[scope]}
        </Button>
      ))}
    </Box>
  );
}

/** The records with their days, and how they move to others. */
function useEntries(
  period: Period,
  records: readonly RaRecord[],
  nameOfRow: CalendarView['nameOfRow'],
) {
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const queries = useQueryClient();
  const { field, end, rowField } = period;
  const nameOf = (values: Readonly<Record<string, unknown>>): string => {
    const entry = toEntry(period, { id: '', ...values });
    if (!entry) return '';
    return [showDays(period, entry), ...(rowField ? [nameOfRow(entry.row)] : [])].join(' · ');
  };
  const others = [end, rowField].filter((each) => each !== undefined);
  const moves = useMoves([field, ...others], {
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
  const mayMove = ({ record, ends }: Entry) =>
    // Without the end, the record would change its length.
    moves.mayMove(record, [field.name, ...(end && ends !== undefined ? [end.name] : [])]);
  return {
    moves,
    nameOf,
    entries,
    entriesOn: (day: string) => entries.filter((entry) => isOn(entry, day)),
    mayMove,
    mayDrag: mayMove,
    mayStretch: ({ record }: Entry) => end !== undefined && moves.mayMove(record, [end.name]),
    mayChangeRow: ({ record }: Entry) =>
      rowField !== undefined && moves.mayMove(record, [rowField.name]),
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

type EmptyPlaceProps = { field: Field; place: Place };

/** Says that a month, week or day has no records, and leads to the first and the last that have some. */
function EmptyPlace({ field, place }: EmptyPlaceProps) {
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const edges = useCalendarEdges(field);
  const isMonth = place.scope === 'month';
  const nameOf = (day: string): string =>
    isMonth ? nameOfMonth(day.slice(0, 7), language) : showDate(day);
  // Of a single month or day there is one way.
  const ways = edges
    ? new Map([
        [nameOf(edges.last), [texts.last, edges.last] as const],
        [nameOf(edges.first), [texts.first, edges.first] as const],
      ])
    : [];
  return (
    <>
      <Hint component={Status}>
        {isMonth ? fillTemplate(texts.emptyMonth, { month: place.name }) : texts.emptyDays}
      </Hint>
      {[...ways].toReversed().map(([name, [text, to]]) => (
        <Button key={name} size="small" onClick={() => place.show(to)}>
          {fillTemplate(text, { month: name })}
        </Button>
      ))}
    </>
  );
}
