import { type OpenedInCalendar, DayEntries, type CalendarView, NewOnDay } from './day-entries.tsx';
import { Box } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { DayInput } from '../../kit/day-input.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { RowMenu } from '../lazy-parts.ts';
import { useOpenRecord } from '../../kit/open-record.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { nameOfDay } from './calendar-days.ts';
import { calendarSx } from './calendar-sx.ts';

type CalendarDialogsProps = {
  opened: OpenedInCalendar;
  view: CalendarView;
  onOpen: (opened: OpenedInCalendar) => void;
  onClose: () => void;
};

export function CalendarDialogs({ opened, view, onOpen, onClose }: CalendarDialogsProps) {
  const texts = useTexts('shown-as');
  const { language } = useI18n();
  const { open } = useOpenRecord();
  if (opened.kind === 'day')
    return (
      <DialogFrame
        title={nameOfDay(opened.day, language)}
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
  const { record } = opened;
  if (opened.kind === 'move') return <MoveDayDialog {...{ record, view, onClose }} />;
  const move = { text: texts.moveDay, onMove: () => onOpen({ kind: 'move', record }) };
  return (
    <RowMenu
      record={record}
      at={{ anchor: opened.anchor }}
      isOfCard
      onOpenBeside={() => open(record.id)}
      move={view.mayMove(record) ? move : undefined}
      onClose={onClose}
    />
  );
}

type MoveDayDialogProps = { record: RaRecord; view: CalendarView; onClose: () => void };

/** Moves a record to a day that the user types or picks; the way without a mouse. */
function MoveDayDialog({ record, view, onClose }: MoveDayDialogProps) {
  const texts = useTexts('shown-as');
  const { resource } = useResource();
  const now: unknown = record[view.field.name];
  const [day, setDay] = useState(typeof now === 'string' ? view.days.dayOf(now) : '');
  return (
    <DialogFrame
      title={fillTemplate(texts.moveTo, { title: displayTitle(resource, record) })}
      maxWidth="xs"
      isForm
      cancel={texts.cancel}
      action={texts.moveIt}
      isDisabled={day === ''}
      onAction={() => {
        onClose();
        view.moveTo(record, day);
      }}
      onClose={onClose}
    >
      <DayInput label={texts.newDay} value={day} onChange={setDay} />
    </DialogFrame>
  );
}
