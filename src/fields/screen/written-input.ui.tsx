import EventIcon from '@mui/icons-material/Event';
import { Box, IconButton, InputAdornment, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { FieldTitle, InputHelperText, useInput, useTranslate } from 'react-admin';
import type { InputProps } from '../field-ui.ts';

type WrittenInputProps = Pick<InputProps, 'source' | 'label'> &
  Partial<Pick<InputProps, 'helperText' | 'validate'>> & {
    /** How a value is written, and what a written text means; undefined while it means nothing. */
    show: (value: string) => string;
    read: (text: string) => string | undefined;
    /** `keep`: what cannot be read goes into the form as it is, to be refused there. `drop`: it counts as empty. */
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
export function WrittenInput(props: WrittenInputProps) {
  const { source, label, helperText, validate, show, read, unreadable, placeholder, picker } =
    props;
  const { field, fieldState, id, isRequired } = useInput({
    source,
    validate,
    format: same,
    parse: same,
  });
  const value = String(field.value ?? '');
  const [text, setText] = useState(show(value));
  const lastTold = useRef(value);

  useEffect(() => {
    if (lastTold.current === value) return; // It comes from here; the text must stay as typed.
    lastTold.current = value;
    setText(show(value));
  }, [value, show]);

  const tell = (next: string | undefined): void => {
    lastTold.current = next ?? '';
    field.onChange(next ?? null);
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
      id={id}
      inputRef={field.ref}
      name={field.name}
      value={text}
      onChange={(event) => take(event.target.value)}
      onBlur={() => {
        field.onBlur();
        if (read(text) !== undefined) setText(show(value));
      }}
      className={`ra-input ra-input-${source}`}
      size="small"
      fullWidth
      label={<FieldTitle label={label} source={source} isRequired={isRequired} />}
      error={fieldState.invalid}
      helperText={
        <InputHelperText error={fieldState.error?.message} helperText={helperText ?? false} />
      }
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

const same = (value: unknown): unknown => value;
