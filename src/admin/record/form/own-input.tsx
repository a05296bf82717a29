import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material';
import {
  createContext,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
} from 'react';
import { useInput } from 'react-admin';
import type { InputProps } from '../../../fields/type/field-ui.ts';
import type { ScreenProps } from '../../kit/screens/define-screen.ts';
import { inputsOf } from '../../resource/field-inputs.ts';
import { LookBoundary, useOwnScreen } from '../../resource/field-look.tsx';

/** The input that code of the installation has for the field; until it is loaded and if it fails, that of the type. */
export function OwnInput(props: InputProps) {
  const Input = useOwnScreen<'input'>(props.field.look?.input)?.Screen;
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

type FramedProps = InputProps & { Input: ComponentType<ScreenProps<'input'>> };

/** The label, the help and the problem around an own control; the input of the type has them itself. */
function Framed({ Input, ...props }: FramedProps) {
  const { field: declared, source, label, helperText, validate } = props;
  const id = useId();
  const [isUsual, setUsual] = useState(false);
  const { field, fieldState } = useInput({ source, validate });
  const problem = fieldState.error?.message;
  const isWrong = fieldState.invalid;
  const text = isWrong && problem ? problem : helperText;
  return (
    <FormControl error={isWrong} fullWidth component="div">
      {!isUsual && (
        <FormLabel id={`${id}-label`} htmlFor={id} sx={{ fontSize: 12 }}>
          {label}
          {declared.required && <span aria-hidden> *</span>}
        </FormLabel>
      )}
      <UsualInput value={{ props, setUsual }}>
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
          Default={DefaultInput}
        />
      </UsualInput>
      {!isUsual && text && <FormHelperText id={`${id}-text`}>{text}</FormHelperText>}
    </FormControl>
  );
}

/** What the input of the type gets, and how it says that it is drawn. */
const UsualInput = createContext<
  { props: InputProps; setUsual: (isUsual: boolean) => void } | undefined
>(undefined);

function DefaultInput() {
  const { props, setUsual } = use(UsualInput) ?? {};
  useLayoutEffect(() => {
    setUsual?.(true);
    return () => setUsual?.(false);
  }, [setUsual]);
  if (!props) return null;
  const { Input } = inputsOf(props.field);
  return <Input {...props} />;
}
