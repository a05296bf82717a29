import {
  type OpenedInCalendar,
  DayEntries,
  type CalendarView,
  viewOfRow,
  NewOnDay,
} from './day-entries.tsx';
import { Box } from '@mui/material';
import { useState } from 'react';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { DayInput, MomentInput } from '../../kit/day-input.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { RowMenu } from '../lazy-parts.ts';
import { useOpenRecord } from '../../kit/open-record.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { nameOfPlace } from './calendar-days.ts';
import { calendarSx } from './calendar-sx.ts';
import { daysBetween, daysOf, movedBy, type Entry, type RowValue } from './entries.ts';

type CalendarDialogsProps = {
  opened: OpenedInCalendar;
  view: CalendarView;
  onOpen: (opened: OpenedInCalendar) => void;
  onClose: () => void;
};

export function CalendarDialogs({ opened, view: whole, onOpen, onClose }: CalendarDialogsProps) {
  const view = opened.row ? viewOfRow(whole, opened.row) : whole;
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const { open } = useOpenRecord();
  if (opened.kind === 'day')
    return (
      <DialogFrame
        title={nameOfPlace(opened.row, opened.day, language)}
        maxWidth="xs"
        cancel={texts.closeDay}
        beside={<NewOnDay view={view} day={opened.day} />}
        onClose={onClose}
      >
        <Box sx={calendarSx}>
          <DayEntries view={view} day={opened.day} />
        </Box>
      </DialogFrame>
    );
  const { entry } = opened;
  const { record } = entry;
  if (opened.kind === 'move')
    return view.end || view.allRows || daysOf(view.field).timeOf ? (
      <PeriodDialog {...{ entry, view, onClose }} />
    ) : (
      <MoveDayDialog {...{ entry, view, onClose }} />
    );
  const move = {
    text: view.end ? texts.changePeriod : texts.moveDay,
    onMove: () => onOpen({ kind: 'move', entry }),
  };
  const may = [view.mayMove, view.mayStretch, view.mayChangeRow].some((each) => each(entry));
  return (
    <RowMenu
      record={record}
      at={{ anchor: opened.anchor }}
      isOfCard
      onOpenBeside={() => open(record.id)}
      move={may ? move : undefined}
      onClose={onClose}
    />
  );
}

type MoveDialogProps = { entry: Entry; view: CalendarView; onClose: () => void };

/** Moves a record to a day that the user types or picks; the way without a mouse. */
function MoveDayDialog({ entry, view, onClose }: MoveDialogProps) {
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const [day, setDay] = useState(entry.first);
  return (
    <DialogFrame
      title={fillTemplate(texts.moveTo, { title: displayTitle(resource, entry.record) })}
      maxWidth="xs"
      isForm
      cancel={texts.cancel}
      action={texts.moveIt}
      isDisabled={day === ''}
      onAction={() => {
        onClose();
        view.write(entry, movedBy(daysBetween(entry.first, day), view, entry));
      }}
      onClose={onClose}
    >
      <DayInput label={texts.newDay} value={day} onChange={setDay} />
    </DialogFrame>
  );
}

/**
 * Moves a record that has a length, makes it longer or shorter, or puts it into another row. With a new begin, the end
 * moves along.
 */
function PeriodDialog({ entry, view, onClose }: MoveDialogProps) {
  const texts = useTexts('shown-as');
  const { say } = useI18n();
  const { resource } = useResource();
  const { field, end, rowField } = view;
  const [row, setRow] = useState(entry.row);
  const [begins, setBegins] = useState(entry.begins);
  const [chosen, setChosen] = useState<string>();
  const ends = chosen ?? endAfter(begins, view, entry) ?? '';
  const isBegin = view.mayMove(entry);
  const isEnd = end !== undefined && view.mayStretch(entry);
  const isRow = view.mayChangeRow(entry);
  const isBackwards = ends !== '' && Date.parse(ends) < Date.parse(begins);
  const Input = daysOf(field).timeOf ? MomentInput : DayInput;
  return (
    <DialogFrame
      title={fillTemplate(texts.moveTo, { title: displayTitle(resource, entry.record) })}
      maxWidth="xs"
      isForm
      cancel={texts.cancel}
      action={texts.moveIt}
      isDisabled={begins === '' || isBackwards}
      onAction={() => {
        onClose();
        view.write(entry, {
          ...(isBegin && { [field.name]: begins }),
          ...(isEnd && { [end.name]: ends === '' ? null : ends }),
          ...(rowField && isRow && { [rowField.name]: row }),
        });
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isBegin && <Input label={say(field.label)} value={begins} onChange={setBegins} />}
        {isEnd && <Input label={say(end.label)} value={ends} onChange={setChosen} />}
        {isRow && <RowSelect view={view} value={row} onChange={setRow} />}
        {isBackwards && <Status>{texts.backwards}</Status>}
      </Box>
    </DialogFrame>
  );
}

type RowSelectProps = {
  view: CalendarView;
  value: RowValue;
  onChange: (value: RowValue) => void;
};

function RowSelect({ view: { rowField, allRows: rows = [] }, value, onChange }: RowSelectProps) {
  const { say } = useI18n();
  if (!rowField) return null;
  return (
    <NativeSelect
      label={say(rowField.label)}
      value={String(value ?? '')}
      options={rows.map((row) => [String(row.value ?? ''), row.name])}
      onChange={(chosen) =>
        onChange(rows.find((row) => String(row.value ?? '') === chosen)?.value ?? null)
      }
    />
  );
}

/** The end that gives a record with another begin the same length. */
function endAfter(begins: string, { field }: CalendarView, entry: Entry): string | undefined {
  if (begins === '' || entry.ends === undefined) return entry.ends;
  const later = Date.parse(entry.ends) + Date.parse(begins) - Date.parse(entry.begins);
  const moment = new Date(later).toISOString();
  return daysOf(field).timeOf ? moment : moment.slice(0, 10);
}
