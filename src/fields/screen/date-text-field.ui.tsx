import EventIcon from '@mui/icons-material/Event';
import { Box, IconButton, InputAdornment, TextField, type TextFieldProps } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

type DateTextFieldProps = DateNotation & {
  value: string;
  /** Called at every key with the typed text as a value; undefined while it is not one. */
  onChange: (value: string | undefined) => void;
} & Pick<
    TextFieldProps,
    'id' | 'name' | 'inputRef' | 'label' | 'error' | 'helperText' | 'className' | 'onBlur'
  >;

/** How to write values, and how to read a written text. */
export type DateNotation = {
  show: (value: string) => string;
  /** Undefined while the text has no meaning. */
  read: (text: string) => string | undefined;
  /** For unreadable text: `keep` passes it on unchanged, and the form refuses it; `drop` treats it as empty. */
  unreadable: 'keep' | 'drop';
  placeholder: string;
  picker: CalendarPicker;
};

/** The browser's own calendar, opened by a button: converts values to its form and back. */
export type CalendarPicker = {
  type: 'date' | 'datetime-local';
  toPicker(value: string): string | undefined;
  fromPicker(picked: string): string | undefined;
};

/**
 * A day or a moment, typed in the form that all screens show, or picked from a calendar. The browser's own date input
 * would write it in the browser's language: `11/21/2026` beside a list with `21.11.2026`.
 */
export function DateTextField(props: DateTextFieldProps) {
  const { value, onChange, onBlur, show, read, unreadable, placeholder, picker, ...rest } = props;
  const [text, setText] = useState(show(value));
  const lastTold = useRef(value);

  useEffect(() => {
    if (lastTold.current === value) return; // The change comes from here, so the text stays as typed.
    lastTold.current = value;
    setText(show(value));
  }, [value, show]);

  const emit = (next: string | undefined): void => {
    lastTold.current = next ?? '';
    onChange(next);
  };
  const readTyped = (typed: string): void => {
    setText(typed);
    emit(
      typed.trim() === ''
        ? undefined
        : (read(typed) ?? (unreadable === 'keep' ? typed : undefined)),
    );
  };

  return (
    <TextField
      {...rest}
      value={text}
      onChange={(event) => readTyped(event.target.value)}
      onBlur={(event) => {
        onBlur?.(event);
        if (read(text) !== undefined) setText(show(value));
      }}
      size="small"
      fullWidth
      slotProps={{
        htmlInput: { placeholder, autoComplete: 'off' },
        inputLabel: { shrink: true },
        input: {
          endAdornment: (
            <PickerButton
              picker={picker}
              value={value}
              onPick={(picked) => {
                setText(show(picked));
                emit(picked);
              }}
            />
          ),
        },
      }}
    />
  );
}

type PickerButtonProps = { picker: CalendarPicker; value: string; onPick: (value: string) => void };

function PickerButton({ picker, value, onPick }: PickerButtonProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  return (
    <InputAdornment position="end" sx={{ displayPrint: 'none' }}>
      <Box
        component="input"
        ref={input}
        type={picker.type}
        step={1}
        tabIndex={-1}
        aria-hidden
        value={picker.toPicker(value) ?? ''}
        onChange={(event) => {
          const picked = picker.fromPicker(event.target.value);
          if (picked !== undefined) onPick(picked);
        }}
        sx={{ width: 0, height: 0, border: 0, padding: 0, opacity: 0, pointerEvents: 'none' }}
      />
      <IconButton
        size="small"
        edge="end"
        aria-label={translate('values.choose_date')}
        onClick={() => input.current?.showPicker()}
      >
        <EventIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
}

/** The browser's calendar uses the same form of days. */
export const dayPicker: CalendarPicker = {
  type: 'date',
  toPicker: (date) => date,
  fromPicker: (picked) => (picked === '' ? undefined : picked),
};
