import { InputAdornment, TextField } from '@mui/material';
import { useWatch } from 'react-hook-form';
import type { FieldInputs, FilterProps, InputProps } from '../../type/field-ui.ts';
import { useTextField } from '../../screen/notation-input.ui.tsx';
import { QualifiedInput, useDecimalNotation } from '../../screen/qualified-input.ui.tsx';
import { Range } from '../../screen/range.ui.tsx';
import { useWrittenText, type TextNotation } from '../../screen/written-text.ui.ts';
import { unitFieldOf, unitOf } from '../../type/unit-of.ts';

export const decimalInputs: FieldInputs = { Input: DecimalField, Filter: DecimalFilter };

function DecimalField(props: InputProps) {
  const beside = unitFieldOf(props.field);
  const unit: unknown = useWatch({ name: beside ?? '', disabled: beside === undefined });
  const record = beside === undefined ? undefined : { [beside]: unit };
  const { qualifier } = props;
  const input = { ...props, unit: unitOf(props.field, record) };
  if (qualifier) return <QualifiedInput {...input} qualifier={qualifier} />;
  return <DecimalInput {...input} unreadable="keep" />;
}

function DecimalFilter({ field, source, label }: FilterProps) {
  const props = { field, unreadable: 'drop' } as const;
  return <Range source={source} label={label} is={DecimalInput} from={props} />;
}

type DecimalInputProps = Pick<InputProps, 'field' | 'source' | 'label'> &
  Partial<Pick<InputProps, 'helperText' | 'validate'>> &
  Pick<TextNotation, 'unreadable'> & { unit?: string | undefined };

/**
 * A decimal number, typed as the language writes it. A text input, because that of numbers gives a text only after it
 * has been a number, and shows the decimal sign of the browser's language.
 */
function DecimalInput({ field, source, label, unreadable, unit, ...props }: DecimalInputProps) {
  const { value, setValue, textFieldProps } = useTextField({ source, label, ...props });
  const { onBlur, ...rest } = textFieldProps;
  const { text, onType, onLeave } = useWrittenText({
    ...useDecimalNotation(field),
    unreadable,
    value: String(value ?? ''),
    onChange: (next) => setValue(next ?? null),
  });
  return (
    <TextField
      {...rest}
      value={text}
      onChange={({ target }) => onType(target.value)}
      onBlur={() => {
        onBlur();
        onLeave();
      }}
      size="small"
      fullWidth
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}
