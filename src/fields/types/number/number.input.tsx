import { InputAdornment } from '@mui/material';
import { NumberInput } from 'react-admin';
import {
  toInputProps,
  type FieldInputs,
  type FilterProps,
  type InputProps,
} from '../../type/field-ui.ts';
import { Range } from '../../screen/range.ui.tsx';

export const numberInputs: FieldInputs = { Input: NumberField, Filter: NumberFilter };

function NumberField(props: InputProps) {
  const { integer, min, max, unit } = props.field.settings;
  return (
    <NumberInput
      {...toInputProps(props)}
      step={integer ? 1 : 'any'}
      min={min}
      max={max}
      slotProps={{
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
        htmlInput: {
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
