import type { ComponentType } from 'react';
import type { Step } from '../../../files/steps/step.ts';
import { DateInputs, MapInputs, NumberInputs } from './reading-inputs.tsx';
import type { StepInputsProps } from './step-inputs-props.ts';
import {
  CaseInputs,
  JoinInputs,
  PartOfListInputs,
  RemoveInputs,
  ReplaceInputs,
  SplitInputs,
  TakeInputs,
} from './text-inputs.tsx';

const inputs: { [Kind in Step['do']]: ComponentType<StepInputsProps<Kind>> | null } = {
  trim: null,
  replace: ReplaceInputs,
  remove: RemoveInputs,
  case: CaseInputs,
  take: TakeInputs,
  part: PartOfListInputs,
  split: SplitInputs,
  join: JoinInputs,
  number: NumberInputs,
  date: DateInputs,
  map: MapInputs,
  fill: null,
};

/** The parts of a step that somebody can change. */
export function StepInputs(props: StepInputsProps<Step['do']>) {
  const Inputs = inputs[props.step.do] as ComponentType<StepInputsProps<Step['do']>> | null;
  return Inputs && <Inputs {...props} />;
}
