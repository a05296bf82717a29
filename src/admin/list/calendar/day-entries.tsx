import type { KeyboardEvent } from 'react';
import { titleFields } from '../../../descriptor/title.ts';
import { isCommand } from '../../kit/keys/key-press.ts';
import { Hint } from '../../kit/hint.tsx';
import type { Field } from '../../../fields/type/field.ts';
import { RecordLink } from '../../resource/record-link.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { classOfColor, ColorSign, useColors } from '../list-colors.tsx';
import { CardFields, CardMenuButton } from '../list-cards.tsx';
import { Button } from '@mui/material';
import AddIcon from '@mui/icons-material/Add';
import { Link } from 'react-router-dom';
import { showDate } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { toCreatePath } from '../../kit/screen-paths.ts';
import { useGivenByFilter } from '../filters/given-by-filter.ts';
import { nameOfDay, today } from './calendar-days.ts';
import type { Dragged } from '../shown-as/use-drop-target.ts';
import type { Place } from './use-place.ts';
import type { Row } from './calendar-rows.ts';
import {
  daysOf,
  isOn,
  showTimes,
  type DraggedEntry,
  type Entry,
  type Period,
  type RowValue,
} from './entries.ts';

/** The dialog or menu that is open over a calendar: a day, the actions of a record, or the choice of another day. */
export type OpenedInCalendar = (
  | { kind: 'day'; day: string }
  | { kind: 'record'; entry: Entry; anchor: HTMLElement }
  | { kind: 'move'; entry: Entry }
) & { row?: Row };

/** The state that all parts of a calendar share. */
export type CalendarView = Period & {
  place: Place;
  /** All rows of a calendar with rows, and the one that this is the view of. */
  allRows?: readonly Row[] | undefined;
  row?: Row;
  nameOfRow(value: RowValue): string;
  /** What the mouse drags, between the days and the hours. */
  dragged: Dragged<DraggedEntry>;
  entries: readonly Entry[];
  entriesOn(day: string): readonly Entry[];
  mayMove(entry: Entry): boolean;
  /** Whether a drop of the record can change anything: its days, or between rows its row. */
  mayDrag(entry: Entry): boolean;
  /** Whether the user may change the end of the record. */
  mayStretch(entry: Entry): boolean;
  /** Whether the user may put the record into another row. */
  mayChangeRow(entry: Entry): boolean;
  /** Writes values of the record, in one change. */
  write(entry: Entry, values: Readonly<Record<string, unknown>>): void;
  open(opened: OpenedInCalendar): void;
};

/**
 * The calendar of one row: it has its own entries, and what the user drops or creates in it gets its value. Where the
 * user may change only one of the two, a drop changes the row or the days.
 */
export function viewOfRow(view: CalendarView, row: Row): CalendarView {
  const { rowField, field } = view;
  const entries = view.entries.filter((entry) => entry.row === row.value);
  return {
    ...view,
    row,
    entries,
    entriesOn: (day) => entries.filter((entry) => isOn(entry, day)),
    open: (opened) => view.open({ ...opened, row }),
    mayDrag: (entry) => view.mayMove(entry) || view.mayChangeRow(entry),
    write(entry, values) {
      const isOther = rowField && entry.row !== row.value && view.mayChangeRow(entry);
      const isMoved = field.name in values;
      const written = {
        ...(isOther && { [rowField.name]: row.value }),
        ...((!isMoved || view.mayMove(entry)) && values),
      };
      if (Object.keys(written).length > 0) view.write(entry, written);
    },
  };
}

const FIELDS_PER_ENTRY = 2;

/** All records of a day, each with its menu, which also moves it to another day. */
export function DayEntries({ view, day }: { view: CalendarView; day: string }) {
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const { shown } = useLayout();
  const entries = view.entriesOn(day);
  const { field, end, rowField } = view;
  const named = new Set([...titleFields(resource), field.name, end?.name, rowField?.name]);
  const fields = shown.filter(({ name }) => !named.has(name)).slice(0, FIELDS_PER_ENTRY);
  if (entries.length === 0) return <Hint>{texts.dayEmpty}</Hint>;
  return (
    <ul className="c-entries">
      {entries.map((entry) => (
        <DayEntry key={entry.record.id} {...{ view, entry, fields }} />
      ))}
    </ul>
  );
}

/** M opens the dialog that moves the record. */
export function moveByKey(view: CalendarView, entry: Entry, event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'm' || isCommand(event)) return;
  event.preventDefault();
  view.open({ kind: 'move', entry });
}

type DayEntryProps = { view: CalendarView; entry: Entry; fields: readonly Field[] };

function DayEntry({ view, entry, fields }: DayEntryProps) {
  const { record } = entry;
  const { record: color } = useColors(record);
  return (
    <li className={classOfColor(color)}>
      <div>
        <RecordLink record={record} onKeyDown={(event) => moveByKey(view, entry, event)} />
        {color && <ColorSign color={color} isWritten />}
        <Hint>{showTimes(view, entry)}</Hint>
        {view.allRows && !view.row && <Hint>{view.nameOfRow(entry.row)}</Hint>}
        <CardFields record={record} fields={fields} />
      </div>
      <CardMenuButton
        record={record}
        onClick={({ currentTarget: anchor }) => view.open({ kind: 'record', entry, anchor })}
      />
    </li>
  );
}

/**
 * Days one below the other, for a narrow screen: those with records, and today; a day alone without records too, and
 * with a section for each row.
 */
export function Agenda({ view, days }: { view: CalendarView; days: readonly string[] }) {
  const { language } = useI18n();
  const now = today();
  const [only] = days;
  if (view.allRows && days.length === 1 && only !== undefined)
    return <AgendaOfRows view={view} rows={view.allRows} day={only} />;
  const shown = days.filter(
    (day) => days.length === 1 || day === now || view.entriesOn(day).length > 0,
  );
  return (
    <div className="c-agenda">
      {shown.map((day) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} aria-current={day === now ? 'date' : undefined}>
            {nameOfDay(day, language)}
          </h3>
          <DayEntries view={view} day={day} />
          <NewOnDay view={view} day={day} />
        </section>
      ))}
    </div>
  );
}

function AgendaOfRows({ view, rows, day }: AgendaOfRowsProps) {
  return (
    <div className="c-agenda">
      {rows.map((row) => (
        <section key={String(row.value)} aria-labelledby={`row-${row.value}`}>
          <h3 id={`row-${row.value}`}>{row.name}</h3>
          <DayEntries view={viewOfRow(view, row)} day={day} />
          <NewOnDay view={viewOfRow(view, row)} day={day} />
        </section>
      ))}
    </div>
  );
}

type AgendaOfRowsProps = { view: CalendarView; rows: readonly Row[]; day: string };

/** Creates a record on a day, if the role may. */
export function NewOnDay({ view, day }: { view: CalendarView; day: string }) {
  const texts = useTexts('shown-as');
  const create = useNewOn(view, day);
  if (create === undefined) return null;
  return (
    <Button size="small" component={Link} to={create} startIcon={<AddIcon />}>
      {fillTemplate(texts.newOn, { day: showDate(day) })}
    </Button>
  );
}

/** The address of a new record on a day; undefined if the role may not create one with this date. */
export function useNewOn(view: CalendarView, day: string): string | undefined {
  const { field, rowField, row } = view;
  const { resource, may, isWritable } = useResource();
  const given = useGivenByFilter();
  if (!may('create') || !isWritable(field.name)) return undefined;
  const isRowGiven = rowField && row && row.value !== null && isWritable(rowField.name);
  const values = {
    ...given,
    [field.name]: daysOf(field).onDay(day, undefined),
    ...(isRowGiven && { [rowField.name]: row.value }),
  };
  return toCreatePath(resource, { values });
}
