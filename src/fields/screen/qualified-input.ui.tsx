import { InputAdornment, TextField } from '@mui/material';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { countPlaces, isDecimal, toScale } from '../text/decimal-digits.ts';
import { decimalMarkOf, toPointNotation, usualDecimalMark } from '../text/decimal-mark.ts';
import { typeDecimal } from '../text/number-format.ts';
import type { Field } from '../type/field.ts';
import type { InputProps } from '../type/field-ui.ts';
import { EXACT, qualifierOf, readBound, splitQualifier } from '../type/qualifier-of.ts';
import { isEmptyValue } from '../is-empty-value.ts';
import { useTextField } from './notation-input.ui.tsx';
import { useLanguage } from './texts.ui.ts';
import { useWrittenText, type TextNotation } from './written-text.ui.ts';

type QualifiedInputProps = Pick<InputProps, 'field' | 'source' | 'label'> &
  Partial<Pick<InputProps, 'helperText' | 'validate'>> & { qualifier: Field; unit?: string };

/** A number and its sign in one input: `<0.5`. They are two fields of the form. */
export function QualifiedInput({ field, qualifier, unit, ...props }: QualifiedInputProps) {
  const { value, setValue, textFieldProps } = useTextField(props);
  const { setValue: setOther } = useFormContext();
  const beside = qualifierOf(field, props.source) ?? '';
  const sign: unknown = useWatch({ name: beside });
  const before = { number: value as unknown, qualifier: sign };
  const written = isEmptyValue(value) ? '' : `${signOf(sign)}${String(value)}`;
  const { text, onType, onLeave } = useWrittenText({
    ...useQualified(field, qualifier),
    unreadable: 'keep',
    value: written,
    onChange(next) {
      const bound = readBound(qualifier, next ?? '', before);
      // First, so that the check of the number sees it.
      if (bound.qualifier !== undefined)
        setOther(beside, bound.qualifier, { shouldDirty: true, shouldValidate: true });
      setValue(bound.number === '' ? null : field.kind.text.read(bound.number, field.settings));
    },
  });
  const { onBlur, ...rest } = textFieldProps;
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
        // The keyboard of numbers of a phone has no `<`.
        htmlInput: { autoComplete: 'off' },
        input: { endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  );
}

function signOf(sign: unknown): string {
  return isEmptyValue(sign) || sign === EXACT ? '' : String(sign);
}

function useQualified(field: Field, qualifier: Field): Pick<TextNotation, 'show' | 'read'> {
  const { show, read } = useDecimalNotation(field);
  return useMemo(() => {
    const split = (text: string) =>
      splitQualifier(qualifier, text) ?? { qualifier: '', number: text };
    const { kind, settings } = field;
    return {
      show: (value) => `${split(value).qualifier}${show(split(value).number)}`,
      read(text) {
        const bound = split(text);
        const digits = read(bound.number);
        if (digits === undefined) return undefined;
        return bound.qualifier + kind.text.write(kind.text.read(digits, settings), settings);
      },
    };
  }, [field, qualifier, show, read]);
}

/** A decimal number as the language writes it; stored with a point. */
export function useDecimalNotation(field: Field): Pick<TextNotation, 'show' | 'read'> {
  const language = useLanguage();
  return useMemo(() => {
    // A field that keeps zeros has no scale of its own.
    const { scale } = field.kind.column(field.settings);
    const usual = usualDecimalMark(language);
    return {
      show: (value) => typeDecimal(value, { scale }, language),
      read(text) {
        const written = text.trim().replace(/(?<=\d)[.,]$/, '');
        const mark = decimalMarkOf(written) ?? usual;
        const digits = toPointNotation(written, mark === 'either' ? usual : mark);
        return (
          toScale(digits, scale ?? countPlaces(digits)) ?? (isDecimal(digits) ? digits : undefined)
        );
      },
    };
  }, [field, language]);
}
