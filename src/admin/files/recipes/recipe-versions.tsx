import { Box } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNotify } from 'react-admin';
import type { Recipe, JobRequest } from '../../../contract/jobs.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { changeRecipe, useMayChange, useReload, useVersions } from './recipes.ts';
import { useFieldLabel } from '../../kit/use-resource.ts';
import { useSentence } from '../steps/use-sentence.ts';

/** The versions of a recipe, the settings of one of them, and the way back to it. */
export function RecipeVersions({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const texts = useTexts('import-recipes');
  const { user } = useConfig();
  const { data, error, isPending } = useVersions(recipe);
  const [chosen, setChosen] = useState(recipe.version);
  const notify = useNotify();
  const reload = useReload();
  const mayChange = useMayChange()(recipe);
  const version = data?.find((each) => each.version === chosen) ?? data?.[0];
  const back = useMutation({
    mutationFn: async () => {
      if (version) await changeRecipe(recipe, { request: version.request });
    },
    onSuccess: async () => {
      const text = fillTemplate(texts.wentBack, { version: String(chosen) });
      notify(text, { type: 'success' });
      setChosen(recipe.version + 1);
      await reload();
    },
    onError: () => void reload(),
  });
  const isOld = version !== undefined && version.version !== recipe.version;
  return (
    <DialogFrame
      title={fillTemplate(texts.versionsOf, { name: recipe.name })}
      cancel={texts.close}
      action={mayChange ? texts.goBack : undefined}
      isDisabled={!isOld}
      isLoading={back.isPending}
      onAction={() => back.mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, pt: 1 }}>
        <QueryState error={error} isPending={isPending} loading={texts.loading} />
        <ProblemAlert error={back.error} />
        {data && version && (
          <>
            <NativeSelect
              label={texts.columns.version}
              value={String(version.version)}
              options={data.map((each) => [
                String(each.version),
                fillTemplate(texts.versionLine, {
                  version: String(each.version),
                  name: each.name,
                  who: each.savedBy === user._id ? texts.you : (each.savedByName ?? '–'),
                  when: showDateTime(each.savedAt),
                }),
              ])}
              onChange={(to) => setChosen(Number(to))}
            />
            <RecipeSettings request={version.request} />
          </>
        )}
      </Box>
    </DialogFrame>
  );
}

/** The settings of a recipe, part by part, as people read them. */
function RecipeSettings({ request }: { request: JobRequest }) {
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
