import {
  fromLocal,
  readShownDate,
  readShownDateTime,
  showDate,
  showDateTime,
  toLocal,
} from '../../fields/text/date-format.ts';
import { calendar, NotationField, dayPicker } from '../../fields/screen/notation-field.ui.tsx';
import { useTexts } from '../messages/texts.ts';

type InputProps = { label: string; value: string; onChange: (value: string) => void };

/** A day to filter by, typed or picked. An incomplete date does not filter. */
export function DayInput({ label, value, onChange }: InputProps) {
  return (
    <NotationField
      label={label}
      value={value}
      onChange={(day) => onChange(day ?? '')}
      picker={dayPicker}
      show={showDate}
      read={readShownDate}
      unreadable="drop"
      placeholder={useTexts('app').values.datePlaceholder}
    />
  );
}

/** A moment, typed or picked; '' while it is incomplete. */
export function MomentInput({ label, value, onChange }: InputProps) {
  return (
    <NotationField
      label={label}
      value={value}
      onChange={(moment) => onChange(moment ?? '')}
      picker={{ ...calendar, type: 'datetime-local', toPicker: toLocal, fromPicker: fromLocal }}
      show={showDateTime}
      read={readShownDateTime}
      unreadable="drop"
      placeholder={useTexts('app').values.dateTimePlaceholder}
    />
  );
}
