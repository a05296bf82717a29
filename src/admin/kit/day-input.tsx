import {
  dayNotation,
  momentNotation,
  NotationField,
} from '../../fields/screen/notation-field.ui.tsx';
import { useTexts } from '../messages/texts.ts';

type InputProps = { label: string; value: string; onChange: (value: string) => void };

/** A day to filter by, typed or picked. An incomplete date does not filter. */
export function DayInput({ label, value, onChange }: InputProps) {
  return (
    <NotationField
      label={label}
      value={value}
      onChange={(day) => onChange(day ?? '')}
      {...dayNotation}
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
      {...momentNotation}
      unreadable="drop"
      placeholder={useTexts('app').values.dateTimePlaceholder}
    />
  );
}
