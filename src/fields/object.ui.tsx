import { Box, Typography } from '@mui/material';
import type { Field } from './field.ts';
import type { CellProps, FieldUi, FilterProps, InputProps } from './field-ui.ts';
import { textIn } from './localized-text.ts';
import { partUis } from './part-uis.ui.ts';
import type { Problem } from './problem.ts';
import { useLanguage } from './screen/language.ui.ts';
import { Line } from './screen/line-cell.ui.tsx';
import { useProblemText } from './screen/problem-text.ui.ts';
import { valueProblems } from './value-problems.ts';

export const objectUi: FieldUi = {
  Cell: ObjectCell,
  Input: ObjectField,
  Filter: ObjectFilter,
  width: () => 'wide',
};

function ObjectCell({ field, value, place }: CellProps) {
  const language = useLanguage();
  const filled = partsOf(field).flatMap((part) => {
    const member = (value as Record<string, unknown>)[part.name];
    return isEmpty(member) ? [] : [{ part, label: textIn(part.label, language), member }];
  });
  if (place === 'list') {
    return (
      <Line place={place}>
        {filled.map(({ part, label, member }, index) => (
          <Box key={part.name} component="span" title={label}>
            {index > 0 && ' · '}
            <Part part={part} value={member} place={place} />
          </Box>
        ))}
      </Line>
    );
  }
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'max-content 1fr',
        columnGap: 2,
        rowGap: 0.5,
      }}
    >
      {filled.map(({ part, label, member }) => (
        <Box key={part.name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <Part part={part} value={member} place={place} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Part({ part, ...props }: { part: Field } & Omit<CellProps, 'field'>) {
  const { Cell } = uiOf(part);
  return <Cell field={part} {...props} />;
}

function ObjectField({ field, source, label, helperText }: InputProps) {
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
          gridTemplateColumns: { sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
        }}
      >
        {partsOf(field).map((part) => {
          const { Input } = uiOf(part);
          return (
            <Input
              key={part.name}
              field={part}
              source={`${source}.${part.name}`}
              label={textIn(part.label, language)}
              helperText={part.help && textIn(part.help, language)}
              readOnly={false}
              validate={toValidate(part, say)}
            />
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
    const { Filter } = uiOf(part);
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

/** The form's own rule is about the whole object; each part has one as well, and its mark when it is required. */
function toValidate(part: Field, say: (problem: Problem) => string) {
  const rule = part.kind.value(part.settings);
  const validate = (value: unknown): string | undefined => {
    if (isEmpty(value)) return undefined;
    const { error } = rule.safeParse(value);
    return error && valueProblems(error, '').map(say)[0];
  };
  return Object.assign(validate, { isRequired: part.required });
}

function partsOf(field: Field): Field[] {
  return [...(field.kind.parts?.(field.settings).values() ?? [])];
}

function uiOf(part: Field): FieldUi {
  return (partUis as Readonly<Record<string, FieldUi>>)[part.type]!;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}
