import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material';
import { useId, useRef, useState, type ComponentType } from 'react';
import { useInput } from 'react-admin';
import type { InputProps, OwnInputProps } from '../../../fields/type/field-ui.ts';
import { inputsOf } from '../../resource/field-inputs.ts';
import { LookBoundary, useOwnLook } from '../../resource/field-look.tsx';

/** The input that code of the installation has for the field; until it is loaded and if it fails, that of the type. */
export function OwnInput(props: InputProps) {
  const { Input } = useOwnLook(props.field.look) ?? {};
  const frame = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { Input: TypeInput } = inputsOf(props.field);
  // A user who has begun to type keeps the input until they leave it.
  return (
    <Box
      ref={frame}
      onFocus={() => setBusy(Input === undefined)}
      onBlur={() => setBusy(false)}
      sx={{ width: '100%' }}
    >
      {Input && !isBusy ? (
        <LookBoundary of={Input} otherwise={<TypeInput {...props} />}>
          <Framed {...props} Input={Input} />
        </LookBoundary>
      ) : (
        <TypeInput {...props} />
      )}
    </Box>
  );
}

type FramedProps = InputProps & { Input: ComponentType<OwnInputProps> };

/** The label, the help and the problem around an own control. */
function Framed({ field: declared, source, label, helperText, validate, Input }: FramedProps) {
  const id = useId();
  const { field, fieldState } = useInput({ source, validate });
  const problem = fieldState.error?.message;
  const isWrong = fieldState.invalid;
  const text = isWrong && problem ? problem : helperText;
  return (
    <FormControl error={isWrong} fullWidth component="div">
      <FormLabel id={`${id}-label`} htmlFor={id} sx={{ fontSize: 12 }}>
        {label}
        {declared.required && <span aria-hidden> *</span>}
      </FormLabel>
      <Input
        value={field.value === '' ? null : (field.value ?? null)}
        onChange={(value) => field.onChange(value)}
        onBlur={field.onBlur}
        control={{
          id,
          'aria-labelledby': `${id}-label`,
          'aria-describedby': text ? `${id}-text` : undefined,
          'aria-invalid': isWrong,
          'aria-required': declared.required,
        }}
      />
      {text && <FormHelperText id={`${id}-text`}>{text}</FormHelperText>}
    </FormControl>
  );
}
