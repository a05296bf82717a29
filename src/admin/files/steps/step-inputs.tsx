import { useState, type ComponentType } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { dateOrders, letterCases, rangeValues, type Step } from '../../../files/steps/step.ts';
import { useTexts } from '../../messages/texts.ts';
import {
  PartList,
  Parts,
  PartSelect,
  PartText,
  StepCheck,
  StepSelect,
  StepText,
  type StepInputsProps,
} from './part-inputs.tsx';
import { ValueTable } from './value-table.tsx';

/** The parts of a step that somebody can change. */
export function StepInputs(props: StepInputsProps<Step['do']>) {
  const Inputs = inputs[props.step.do] as ComponentType<StepInputsProps<Step['do']>> | null;
  return Inputs && <Inputs {...props} />;
}

const inputs: { [Kind in Step['do']]: ComponentType<StepInputsProps<Kind>> | null } = {
  trim: null,
  replace: (props) => (
    <Parts>
      <StepText {...props} part="find" />
      <StepText {...props} part="by" />
      <StepCheck {...props} part="isPattern" />
    </Parts>
  ),
  remove: (props) => (
    <Parts>
      <StepText {...props} part="prefix" />
      <StepText {...props} part="suffix" />
    </Parts>
  ),
  case: CaseInputs,
  take: (props) => (
    <Parts>
      <StepText {...props} part="after" />
      <StepText {...props} part="before" />
    </Parts>
  ),
  part: PartOfListInputs,
  split: SplitInputs,
  join: JoinInputs,
  number: NumberInputs,
  date: DateInputs,
  map: ValueTable,
  fill: null,
};

function CaseInputs(props: StepInputsProps<'case'>) {
  const { cases } = useTexts('import-steps');
  return (
    <Parts>
      <StepSelect {...props} part="to" options={letterCases.map((one) => [one, cases[one]])} />
    </Parts>
  );
}

function PartOfListInputs(props: StepInputsProps<'part'>) {
  const { step, onChange } = props;
  const { numberHint } = useTexts('import-steps');
  const [text, setText] = useState(String(step.number));
  return (
    <Parts>
      <StepText {...props} part="separator" maxLength={MAX_SEPARATOR_LENGTH} />
      <PartText
        part="number"
        value={text}
        hint={numberHint}
        maxLength={5}
        onChange={(typed) => {
          setText(typed);
          onChange({ ...step, number: typed.trim() === '' ? 0 : Number(typed) });
        }}
      />
    </Parts>
  );
}

const MAX_SEPARATOR_LENGTH = 20;

function SplitInputs(props: StepInputsProps<'split'>) {
  const { step, onChange } = props;
  const { parts, addInto } = useTexts('import-steps');
  return (
    <Parts>
      <StepText {...props} part="separator" maxLength={MAX_SEPARATOR_LENGTH} />
      <PartList
        items={step.into}
        next=""
        addLabel={addInto}
        onChange={(into) => onChange({ ...step, into })}
        renderItem={(name, at, change) => (
          <PartText
            part="into"
            label={fillTemplate(parts.into, { at: at + 1 })}
            value={name}
            isName
            onChange={change}
          />
        )}
      />
    </Parts>
  );
}

function JoinInputs(props: StepInputsProps<'join'>) {
  const { step, columns, onChange } = props;
  const { parts, addColumn } = useTexts('import-steps');
  const offered = columns.filter((name) => name !== step.into);
  return (
    <Parts>
      <PartList
        items={step.columns}
        next={offered.find((name) => !step.columns.includes(name))}
        addLabel={addColumn}
        onChange={(joined) => onChange({ ...step, columns: joined })}
        renderItem={(name, at, change) => (
          <PartSelect
            part="columns"
            label={fillTemplate(parts.columns, { at: at + 1 })}
            value={name}
            options={[...new Set([...offered, name])].map((one) => [one, one])}
            onChange={change}
          />
        )}
      />
      <StepText {...props} part="separator" maxLength={MAX_SEPARATOR_LENGTH} />
      <StepText {...props} part="into" label={parts.joined} isName />
    </Parts>
  );
}

function NumberInputs(props: StepInputsProps<'number'>) {
  const { step, onChange } = props;
  const { decimals, ranges, unitsHint } = useTexts('import-steps');
  const [units, setUnits] = useState((step.units ?? []).join(', '));
  return (
    <Parts>
      <StepSelect
        {...props}
        part="decimal"
        options={(['.', ','] as const).map((one) => [one, decimals[one]])}
      />
      <PartText
        part="units"
        value={units}
        hint={unitsHint}
        onChange={(text) => {
          setUnits(text);
          onChange({ ...step, units: toUnits(text) });
        }}
      />
      <StepText {...props} part="qualifier" isName />
      <StepSelect
        {...props}
        part="range"
        options={[['', ranges.none], ...rangeValues.map((one) => [one, ranges[one]] as const)]}
      />
    </Parts>
  );
}

function toUnits(text: string): string[] {
  const units = text.split(',').map((unit) => unit.trim());
  return units.filter((unit) => unit !== '').slice(0, MAX_UNITS);
}

const MAX_UNITS = 50;

function DateInputs(props: StepInputsProps<'date'>) {
  const { step, onChange } = props;
  const { orders, noPivot } = useTexts('import-steps');
  const [pivot, setPivot] = useState(String(step.pivot ?? ''));
  return (
    <Parts>
      <StepSelect {...props} part="order" options={dateOrders.map((one) => [one, orders[one]])} />
      <PartText
        part="pivot"
        value={pivot}
        hint={pivot === '' ? noPivot : undefined}
        maxLength={2}
        isNumber
        onChange={(text) => {
          if (!/^\d*$/.test(text)) return;
          setPivot(text);
          onChange({ ...step, pivot: text === '' ? undefined : Number(text) });
        }}
      />
      <StepCheck {...props} part="serial" />
    </Parts>
  );
}
