import ClockIcon from '@mui/icons-material/AccessTime';
import EventIcon from '@mui/icons-material/Event';
import { Box, IconButton, InputAdornment, TextField, type TextFieldProps } from '@mui/material';
import { useRef } from 'react';
import {
  fromLocal,
  readShownDate,
  readShownDateTime,
  showDate,
  showDateTime,
  toLocal,
} from '../text/date-format.ts';
import { useWrittenText, type TextNotation } from './written-text.ui.ts';
import { useFieldTexts } from './texts.ui.ts';

type NotationFieldProps<Value> = Notation<Value> & {
  /** `''` where there is none. */
  value: Value | '';
  /** Called at every key with the typed text as a value, or unchanged; undefined while it is not one. */
  onChange: (value: Value | string | undefined) => void;
} & Pick<
    TextFieldProps,
    'id' | 'name' | 'inputRef' | 'label' | 'error' | 'helperText' | 'className' | 'onBlur'
  >;

/** The notation of the text, with an example of it, and the calendar or clock. */
export type Notation<Value = string> = TextNotation<Value> & {
  placeholder: string;
  picker?: Picker<Value>;
};

/** The browser's own calendar or clock, opened by a button: converts values to its form and back. */
type Picker<Value = string> = {
  type: 'date' | 'datetime-local' | 'time';
  /** The text that names the button. */
  label: 'chooseDate' | 'chooseTime';
  /** Seconds between two times on offer. */
  step: number;
  toPicker(value: Value): string | undefined;
  fromPicker(picked: string): Value | undefined;
};

/**
 * A value with a notation, such as a day, a time or a duration: typed in the form that all screens show, or picked. The
 * browser's own date input would write it in the browser's language: `11/21/2026` beside a list with `21.11.2026`.
 */
export function NotationField<Value extends string | number>(props: NotationFieldProps<Value>) {
  const { value, onChange, onBlur, show, read, unreadable, placeholder, picker, ...rest } = props;
  const { text, onType, onLeave, onPick } = useWrittenText({
    value,
    onChange,
    show,
    read,
    unreadable,
  });

  return (
    <TextField
      {...rest}
      value={text}
      onChange={(event) => onType(event.target.value)}
      onBlur={(event) => {
        onBlur?.(event);
        onLeave();
      }}
      size="small"
      fullWidth
      slotProps={{
        htmlInput: { placeholder, autoComplete: 'off' },
        inputLabel: { shrink: true },
        input: {
          endAdornment: picker && <PickerButton picker={picker} value={value} onPick={onPick} />,
        },
      }}
    />
  );
}

type PickerButtonProps<Value> = {
  picker: Picker<Value>;
  value: Value | '';
  onPick: (value: Value) => void;
};

function PickerButton<Value>({ picker, value, onPick }: PickerButtonProps<Value>) {
  const texts = useFieldTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <InputAdornment position="end" sx={{ displayPrint: 'none' }}>
      <Box
        component="input"
        ref={input}
        type={picker.type}
        step={picker.step}
        tabIndex={-1}
        aria-hidden
        value={value === '' ? '' : (picker.toPicker(value) ?? '')}
        onChange={(event) => {
          const picked = picker.fromPicker(event.target.value);
          if (picked !== undefined) onPick(picked);
        }}
        sx={{ width: 0, height: 0, border: 0, padding: 0, opacity: 0, pointerEvents: 'none' }}
      />
      <IconButton
        size="small"
        edge="end"
        aria-label={texts[picker.label]}
        onClick={() => input.current?.showPicker()}
      >
        {picker.type === 'time' ? <ClockIcon fontSize="small" /> : <EventIcon fontSize="small" />}
      </IconButton>
    </InputAdornment>
  );
}

/** What days and moments share. */
export const calendar = { label: 'chooseDate', step: 1 } as const;

type Written = Pick<Notation, 'show' | 'read' | 'picker'>;

export const dayNotation: Written = {
  show: showDate,
  read: readShownDate,
  picker: {
    ...calendar,
    type: 'date',
    // The browser's calendar uses the same form of days.
    toPicker: (date) => date,
    fromPicker: (picked) => (picked === '' ? undefined : picked),
  },
};

export const momentNotation: Written = {
  show: showDateTime,
  read: readShownDateTime,
  picker: { ...calendar, type: 'datetime-local', toPicker: toLocal, fromPicker: fromLocal },
};
