import { Box, FormHelperText } from '@mui/material';
import { useId, useMemo, type ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { checkField } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/field.ts';
import type { InputProps } from '../../fields/field-ui.ts';
import { problemText } from '../messages/problem-text.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { inputsOf } from '../kit/field-inputs.ts';
import { FieldValue } from '../kit/field-value.tsx';
import { COLUMNS } from './record-layout.ts';
import { useIsBeside } from './record-place.ts';
import { useResource } from '../kit/use-resource.ts';
import { Status } from '../kit/status/status.tsx';
import { valueProblems, isWithin, createLimitsOf, allowedValues } from './form-rules.ts';
import { capitalise } from '../client/http.ts';
import { Hint } from '../kit/hint.tsx';

/** A field in a form: the input of its type, and under it the warning that its value may have. */
export function FieldInput({ field, span }: { field: Field; span: number }) {
  const { say } = useI18n();
  const { Input } = inputsOf(field);
  const validate = useMemo(() => toValidator(field), [field]);
  const offers = useOffers(field.name);
  return (
    <Slot span={span}>
      <Input
        field={field}
        source={field.name}
        label={say(field.label)}
        {...(field.help === undefined ? {} : { helperText: say(field.help) })}
        readOnly={false}
        validate={validate}
        offers={offers}
      />
      {field.kind.warn && <FieldWarning field={field} />}
    </Slot>
  );
}

/** A new record is not offered values that the role's filter excludes. */
function useOffers(name: string): InputProps['offers'] {
  const { creates } = useResource();
  const isNew = useRecordContext() === undefined;
  return useMemo(() => {
    const limits = isNew ? createLimitsOf(creates) : [];
    if (limits.length === 0) return undefined;
    return { has: (value) => isWithin(limits, name, value), values: allowedValues(limits, name) };
  }, [creates, isNew, name]);
}

/** A field to read: its label and its value. */
export function FieldView({ field, span, value }: { field: Field; span: number; value: unknown }) {
  const { translate, say } = useI18n();
  const label = useId();
  return (
    <Slot span={span}>
      <Hint id={label} variant="caption" component="div">
        {say(field.label)}
      </Hint>
      <Box role="group" aria-labelledby={label} sx={{ overflowWrap: 'anywhere', pb: 1 }}>
        <FieldValue field={field} value={value} place="page" />
        {field.computed !== undefined && (
          <FormHelperText sx={{ mt: 0.25 }}>{translate('form.computed')}</FormHelperText>
        )}
      </Box>
    </Slot>
  );
}

function FieldWarning({ field }: { field: Field }) {
  const value = useWatch({ name: field.name }) as unknown;
  const { touchedFields, dirtyFields } = useFormState({ name: field.name });
  const checked = checkField(field, value);
  // A warning appears when an error would, too: a half-typed value deserves neither.
  const isTyped = Boolean(dirtyFields[field.name]) && !touchedFields[field.name];
  const warning = !isTyped && 'warning' in checked ? checked.warning : undefined;
  return (
    <FormHelperText
      // Announces only warnings about typed values: nobody wants to hear every warning on opening a record.
      component={dirtyFields[field.name] ? Status : 'p'}
      sx={{ color: 'warning.main', mt: 0, ml: 1.75 }}
    >
      {warning && capitalise(problemText(warning))}
    </FormHelperText>
  );
}

/** A place on the form's grid: `span` of its columns where all columns fit. */
function Slot({ span, children }: { span: number; children: ReactNode }) {
  const half = span > COLUMNS / 2 ? COLUMNS : COLUMNS / 2;
  const isBeside = useIsBeside();
  return (
    <Box
      sx={{
        gridColumn: {
          xs: `span ${COLUMNS}`,
          sm: `span ${half}`,
          md: `span ${isBeside ? half : span}`,
        },
        minWidth: 0,
        breakInside: 'avoid',
      }}
    >
      {children}
    </Box>
  );
}

/** The validator that an input runs while the user types. react-admin marks its label by the flag. */
export function toValidator(field: Field): (value: unknown) => string | undefined {
  const validate = (value: unknown): string | undefined => {
    const [first] = valueProblems(field, value);
    return first && capitalise(problemText(first));
  };
  return Object.assign(validate, { isRequired: field.required });
}
