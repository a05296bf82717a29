import { InputAdornment } from '@mui/material';
import { useRef } from 'react';
import { NumberInput } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../../type/field-ui.ts';
import { QualifiedInput } from '../../screen/qualified-input.ui.tsx';
import { Range } from '../../screen/range.ui.tsx';

export const numberInputs: FieldInputs = { Input: NumberOrBound, Filter: NumberFilter };

function NumberOrBound(props: InputProps) {
  const { qualifier, field } = props;
  if (!qualifier) return <NumberField {...props} />;
  const unit = field.settings.unit as string | undefined;
  return <QualifiedInput {...props} qualifier={qualifier} unit={unit} />;
}

/** Stands for what is no number yet, such as a sign alone, so that it is refused and not taken for an empty input. */
const UNFINISHED = '-';

function NumberField(props: InputProps) {
  const { integer, min, max, unit } = props.field.settings;
  const input = useRef<HTMLInputElement>(null);
  const { setValue } = useFormContext();
  // The browser gives the same empty text for both.
  const readEmpty = () => (input.current?.validity.badInput ? UNFINISHED : null);
  return (
    <NumberInput
      {...toInputProps(props)}
      parse={(value: string | number) => (value === '' ? readEmpty() : Number(value))}
      step={integer ? 1 : 'any'}
      min={min}
      max={max}
      slotProps={{
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
        htmlInput: {
          ref: input,
          // React reports no change from one empty text to another.
          onInput: () => {
            if (input.current?.value === '')
              setValue(props.source, readEmpty(), { shouldDirty: true });
          },
          inputMode: integer ? 'numeric' : 'decimal',
          // Scrolling the page over a focused number must not change it.
          onWheel: (event: { currentTarget: HTMLElement }) => event.currentTarget.blur(),
          // A letter is ignored, but the browser would delete what is selected.
          onBeforeInput: (event: { data: string; preventDefault(): void }) => {
            if (!/[\d.,+\-eE]/.test(event.data)) event.preventDefault();
          },
        },
      }}
    />
  );
}

function NumberFilter({ field, source, label }: FilterProps) {
  const step = field.settings.integer ? 1 : 'any';
  const props = { helperText: false, size: 'small', step } as const;
  return <Range source={source} label={label} is={NumberInput} from={props} />;
}
