import EventIcon from '@mui/icons-material/Event';
import { Box, IconButton, InputAdornment, TextField, type TextFieldProps } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

type WrittenTextProps = Writing & {
  value: string;
  /** Told with every key: what is typed as a value; undefined while it is none. */
  onChange: (value: string | undefined) => void;
} & Pick<
    TextFieldProps,
    'id' | 'name' | 'inputRef' | 'label' | 'error' | 'helperText' | 'className' | 'onBlur'
  >;

/** How values are written, and what a written text means. */
export type Writing = {
  show: (value: string) => string;
  /** Undefined while the text means nothing. */
  read: (text: string) => string | undefined;
  /** `keep`: what cannot be read is told as it is, to be refused there. `drop`: it counts as empty. */
  unreadable: 'keep' | 'drop';
  placeholder: string;
  picker: Picker;
};

/** The browser's own calendar, opened by a button: what it calls a value, both ways. */
export type Picker = {
  type: 'date' | 'datetime-local';
  toPicker(value: string): string | undefined;
  fromPicker(picked: string): string | undefined;
};

/**
 * A day or a moment, typed as it is shown everywhere or picked from a calendar. The
 * browser's own date input would write it as the browser's language does: `11/21/2026`
 * beside a list that says `21.11.2026`.
 */
export function WrittenText(props: WrittenTextProps) {
  const { value, onChange, onBlur, show, read, unreadable, placeholder, picker, ...rest } = props;
  const [text, setText] = useState(show(value));
  const lastTold = useRef(value);

  useEffect(() => {
    if (lastTold.current === value) return; // It comes from here; the text must stay as typed.
    lastTold.current = value;
    setText(show(value));
  }, [value, show]);

  const tell = (next: string | undefined): void => {
    lastTold.current = next ?? '';
    onChange(next);
  };
  const take = (typed: string): void => {
    setText(typed);
    tell(
      typed.trim() === ''
        ? undefined
        : (read(typed) ?? (unreadable === 'keep' ? typed : undefined)),
    );
  };

  return (
    <TextField
      {...rest}
      value={text}
      onChange={(event) => take(event.target.value)}
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
                tell(picked);
              }}
            />
          ),
        },
      }}
    />
  );
}

type PickerButtonProps = { picker: Picker; value: string; onPick: (value: string) => void };

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

/** Days are what the browser's calendar calls them. */
export const dayPicker: Picker = {
  type: 'date',
  toPicker: (date) => date,
  fromPicker: (picked) => (picked === '' ? undefined : picked),
};
