import { useTranslate } from 'react-admin';
import { readShownDate, showDate } from '../../fields/date-format.ts';
import { dayPicker } from '../../fields/screen/day-picker.ui.ts';
import { WrittenText } from '../../fields/screen/written-text.ui.tsx';

type DayInputProps = { label: string; value: string; onChange: (day: string) => void };

/** A day to filter by, typed as days are shown or picked; what is half typed is none yet. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <WrittenText
      label={label}
      value={value}
      onChange={(day) => onChange(day ?? '')}
      picker={dayPicker}
      show={showDate}
      read={readShownDate}
      unreadable="drop"
      placeholder={useTranslate()('values.date_placeholder')}
    />
  );
}
