import { Box, Typography } from '@mui/material';
import type { Field } from '../../type/field.ts';
import { qualifierOf } from '../../type/qualifier-of.ts';
import type { FieldInputs, FilterProps, InputProps } from '../../type/field-ui.ts';
import { textIn } from '../../problems/localized-text.ts';
import { isEmptyValue } from '../../is-empty-value.ts';
import { partsOf } from './object.ui.tsx';
import { partInputs } from '../../part-inputs.ui.ts';
import type { Problem } from '../../problems/problem.ts';
import { useLanguage, useProblemText } from '../../screen/texts.ui.ts';
import { RequiredInput } from '../../screen/required-input.ui.tsx';
import { valueProblems } from '../../problems/value-problems.ts';
import { requireValue } from '../../require-entry.ts';

export const objectInputs: FieldInputs = { Input: ObjectField, Filter: ObjectFilter };

function ObjectField({ field, source, label, helperText }: InputProps) {
  const parts = partsOf(field);
  const language = useLanguage();
  const say = useProblemText();
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        p: 1.5,
        width: '100%',
        minWidth: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      <Typography component="legend" variant="caption" sx={{ px: 0.5, color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { sm: 'repeat(auto-fit, minmax(220px, 1fr))' },
        }}
      >
        {parts.map((part) => {
          const { Input } = inputsOf(part);
          const beside = qualifierOf(part, part.name);
          return (
            <RequiredInput key={part.name} is={part.required}>
              <Input
                field={part}
                source={`${source}.${part.name}`}
                label={textIn(part.label, language)}
                helperText={part.help && textIn(part.help, language)}
                readOnly={false}
                qualifier={parts.find(({ name }) => name === beside)}
                validate={toValidate(part, say)}
              />
            </RequiredInput>
          );
        })}
      </Box>
      {helperText !== undefined && (
        <Typography variant="caption" sx={{ display: 'block', mt: 1, color: 'text.secondary' }}>
          {helperText}
        </Typography>
      )}
    </Box>
  );
}

function ObjectFilter({ field, source }: FilterProps) {
  const language = useLanguage();
  return partsOf(field).map((part) => {
    const { Filter } = inputsOf(part);
    return (
      <Filter
        key={part.name}
        field={part}
        source={`${source}.${part.name}`}
        label={textIn(part.label, language)}
      />
    );
  });
}

/** The form's own rule covers the whole object; each part also has one, and its mark when required. */
function toValidate(part: Field, say: (problem: Problem) => string) {
  const rule = part.kind.value(part.settings);
  const validate = (value: unknown): string | undefined => {
    if (isEmptyValue(value)) return undefined;
    const { error } = rule.safeParse(value);
    return error && valueProblems(error, '').map(say)[0];
  };
  return Object.assign(validate, { isRequired: part.required });
}

function inputsOf(part: Field): FieldInputs {
  return requireValue((partInputs as Readonly<Record<string, FieldInputs>>)[part.type], part.type);
}
