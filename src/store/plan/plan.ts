import type { Step } from '../schema/tables/step.ts';

/** Records that stand in the way, or would lose a value: how many, some of them, and how to list them. */
export type Violations = {
  count: number;
  sample: { _id: string; title: string; value: unknown }[];
  /** The filter of lists that shows them, where it can be said. */
  where?: Readonly<Record<string, unknown>>;
};

/** One step as people and programs are shown it. */
export type PlanStep = {
  id: string;
  class: Step['kind'];
  sentence: string;
  resource: string;
  field?: string;
  /** Records it touches. */
  rows?: number;
  /** It cannot be made as long as there are these. */
  violations?: Violations;
  /** Values that do not convert; they are kept aside. */
  lost?: Violations;
  /** Records that may not be saved as they are any more; nothing stops the step. */
  unfit?: Violations;
  /** How long an index takes to build; null: none was measured yet. */
  seconds?: number | null;
  /** What the descriptor before used it for. */
  usedBy?: string[];
  /** Of what goes with values: new or empty ones of the same kind, which may be it under another name. */
  likely?: { name: string; isNew: boolean }[];
  /** It may also be left undone. */
  optional?: boolean;
};

export type Plan = {
  /** Of the descriptor and of the tables it was made for. */
  hash: string;
  steps: PlanStep[];
};
