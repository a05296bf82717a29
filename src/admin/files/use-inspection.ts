import type { Inspection, Job, JobRequest, StepPreview } from '../../contract/jobs.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Problem } from '../../fields/problems/problem.ts';
import type { Step } from '../../files/steps/step.ts';
import { problemsOf } from '../client/http.ts';
import { useSettled } from '../../fields/screen/use-settled.ui.ts';
import type { SettingChanges } from './job-settings.ts';
import { inspectFile } from './job/jobs.ts';
import { knownSettings, type RecipeChoice } from './recipes/recipe-choice.ts';
import { idOfStep, problemsOfSteps, toSentSteps } from './steps/step-drafts.ts';

type InspectionOptions = { changes: SettingChanges; takesRecipe: RecipeChoice };

/** What the steps do, as far as the server has answered. */
export type StepAnswers = {
  /** The columns of the file, before the steps. */
  own: ReadonlySet<string>;
  rows: Inspection['stepRows'];
  /** The last preview of a step; `isFresh` is false while the one for its present form is awaited. */
  previewOf(step: Step): { preview: StepPreview; isFresh: boolean } | undefined;
  problemsOf(step: Step): readonly Problem[];
};

/** The steps of an import, and how to change them. */
export type Cleaning = {
  jobId: string;
  layout: JobRequest['layout'];
  steps: readonly Step[];
  answers: StepAnswers;
  onChange: (steps: readonly Step[]) => void;
};

type Read = { inspection: Inspection; steps: readonly Step[] };

/** Reads the file, once as it is and, if there are steps, with them. What was read last stays until the next answer. */
export function useInspection(job: Job, layout: JobRequest['layout'], options: InspectionOptions) {
  const file = useQuery({
    queryKey: ['job-look', job.id, layout],
    queryFn: ({ signal }) => inspectFile(job.id, layout, signal),
    placeholderData: keepPreviousData,
  });
  const known = file.data ? knownSettings(job, file.data, options.takesRecipe) : null;
  const steps = options.changes.steps ?? known?.steps ?? NO_STEPS;
  const { changed, last, complete, isFetching } = useStepAnswer(job.id, {
    layout,
    steps,
    isReady: file.data !== undefined,
  });
  const hasSteps = complete.length > 0;
  const stepProblems = problemsOfSteps(
    problemsOf(changed.error),
    complete.map(({ step }) => step),
  );
  return {
    inspection:
      hasSteps && last && file.data ? { ...last.inspection, recipe: file.data.recipe } : file.data,
    error: file.error,
    /** Why the file could not be read with the steps. */
    stepError: hasSteps && stepProblems.size === 0 ? changed.error : null,
    isRefused: hasSteps && changed.error !== null,
    isFetching: file.isFetching || isFetching,
    known,
    answers: toAnswers(file.data, last, stepProblems),
  };
}

type StepQuestion = { layout: JobRequest['layout']; steps: readonly Step[]; isReady: boolean };

/** Reads the file with the complete steps, once nobody types any more. */
function useStepAnswer(jobId: string, { layout, steps, isReady }: StepQuestion) {
  const settled = useSettled(steps);
  const complete = useMemo(() => toSentSteps(settled), [settled]);
  const isAsked = complete.length > 0 && isReady;
  const sent = complete.map((one) => one.sent);
  const changed = useQuery({
    queryKey: ['job-look', jobId, layout, sent],
    queryFn: async ({ signal }): Promise<Read> => ({
      inspection: await inspectFile(jobId, layout, signal, { steps: sent }),
      steps: complete.map(({ step }) => step),
    }),
    enabled: isAsked,
    // The steps of the answer are found by their identity.
    structuralSharing: false,
  });
  const [last, setLast] = useState<Read>();
  // A step that the server refuses takes no columns away.
  if (changed.data && changed.data !== last) setLast(changed.data);
  const isAwaited = settled !== steps || (isAsked && !changed.data && !changed.error);
  return { changed, last, complete, isFetching: changed.isFetching || isAwaited };
}

function toAnswers(
  file: Inspection | undefined,
  last: Read | undefined,
  problems: ReturnType<typeof problemsOfSteps>,
): StepAnswers {
  return {
    own: new Set(file?.columns.map(({ name }) => name)),
    rows: last?.inspection.stepRows ?? { count: 0, isWhole: true },
    previewOf: (step) => findPreview(last, step),
    problemsOf: (step) => problems.get(idOfStep(step)) ?? [],
  };
}

const NO_STEPS: readonly Step[] = [];

function findPreview(read: Read | undefined, step: Step): ReturnType<StepAnswers['previewOf']> {
  const at = read?.steps.findIndex((one) => idOfStep(one) === idOfStep(step)) ?? -1;
  const preview = read?.inspection.steps[at];
  if (!read || !preview) return undefined;
  return { preview, isFresh: JSON.stringify(read.steps[at]) === JSON.stringify(step) };
}
