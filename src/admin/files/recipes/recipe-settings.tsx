import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { JobRequest } from '../../../contract/jobs.ts';
import { useFieldLabel } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useSentence } from '../steps/use-sentence.ts';

/** The settings of a recipe, part by part, as people read them. */
export function RecipeSettings({ request }: { request: JobRequest }) {
  const { settings: texts } = useTexts('import-recipes');
  const { rows } = useTexts('files');
  const labelOf = useFieldLabel();
  const sentenceOf = useSentence();
  const { mode = 'create', key, atomic, warnings = 'import' } = request;
  const { mapping = {}, constants = {}, steps = [], layout = {} } = request;
  const facts: [string, ReactNode][] = [
    [texts.mode, rows.modes[mode]],
    [texts.key, key ? key.split(',').map(labelOf).join(', ') : '–'],
    [texts.warnings, rows.warningsModes[warnings]],
    [texts.atomic, atomic ? texts.yes : texts.no],
    [
      texts.columns,
      toList(
        Object.entries(mapping).map(([column, to]) => {
          if (to === null) return `${column}: ${texts.leftOut}`;
          const { field, ...parts } = typeof to === 'string' ? { field: to } : to;
          return `${column}: ${[labelOf(field), ...toParts(parts)].join(', ')}`;
        }),
      ),
    ],
    [
      texts.steps,
      toList(
        steps.map((step, at) => {
          // The sentence names its columns.
          const {
            do: _,
            column: __,
            columns: ___,
            into: ____,
            ...rest
          } = { ...emptyStep, ...step };
          return `${at + 1}. ${[sentenceOf(step), ...toParts(rest)].join(', ')}`;
        }),
      ),
    ],
    [
      texts.constants,
      toList(Object.entries(constants).map(([field, value]) => `${labelOf(field)}: ${value}`)),
    ],
    [texts.layout, toList(toParts(layout))],
  ];
  return (
    <Box component="dl" sx={factsSx}>
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value ?? texts.nothing}</dd>
        </Box>
      ))}
    </Box>
  );
}

/** The parts of steps that name columns. */
const emptyStep: Readonly<Record<'column' | 'columns' | 'into', unknown>> = {
  column: undefined,
  columns: undefined,
  into: undefined,
};

function toParts(parts: object): string[] {
  return Object.entries(parts).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`],
  );
}

function toList(lines: readonly string[]): ReactNode {
  if (lines.length === 0) return undefined;
  return lines.map((line) => <div key={line}>{line}</div>);
}

const factsSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(120px, auto) minmax(0, 1fr)' },
  gap: '6px 16px',
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere' },
};
