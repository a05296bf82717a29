import type { JobRequest } from '../../../contract/jobs.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Step } from '../../../files/steps/step.ts';
import type { StepOf } from './step-drafts.ts';

export type StepInputsProps<Kind extends Step['do']> = {
  step: StepOf<Kind>;
  onChange: (step: Step) => void;
  /** All columns of the file after the steps. */
  columns: readonly string[];
  jobId: string;
  layout: JobRequest['layout'];
  /** The complete steps that run before this one. */
  before: readonly Step[];
  /** The field that the column maps to. */
  field: Field | undefined;
};
