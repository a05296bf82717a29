import { useState } from 'react';
import { dateOrders, rangeValues } from '../../../files/steps/step.ts';
import { useTexts } from '../../messages/texts.ts';
import { PartCheck, Parts, PartSelect, PartText } from './part-inputs.tsx';
import type { StepInputsProps } from './step-inputs-props.ts';
import { ValueTable } from './value-table.tsx';

export function NumberInputs({ step, onChange }: StepInputsProps<'number'>) {
  const { parts, decimals, ranges, unitsHint } = useTexts('import-steps');
  const [units, setUnits] = useState((step.units ?? []).join(', '));
  return (
    <Parts>
      <PartSelect
        part="decimal"
        label={parts.decimal}
        value={step.decimal}
        options={(['.', ','] as const).map((one) => [one, decimals[one]])}
        onChange={(decimal) => onChange({ ...step, decimal })}
      />
      <PartText
        part="units"
        label={parts.units}
        value={units}
        hint={unitsHint}
        onChange={(text) => {
          setUnits(text);
          onChange({ ...step, units: toUnits(text) });
        }}
      />
      <PartText
        part="qualifier"
        label={parts.qualifier}
        value={step.qualifier ?? ''}
        isName
        onChange={(qualifier) => onChange({ ...step, qualifier })}
      />
      <PartSelect
        part="range"
        label={parts.range}
        value={step.range ?? ''}
        options={[['', ranges.none], ...rangeValues.map((one) => [one, ranges[one]] as const)]}
        onChange={(range) => onChange({ ...step, range: range === '' ? undefined : range })}
      />
    </Parts>
  );
}

function toUnits(text: string): string[] {
  return text
    .split(',')
    .map((unit) => unit.trim())
    .filter((unit) => unit !== '')
    .slice(0, MOST_UNITS);
}

const MOST_UNITS = 50;

export function DateInputs({ step, onChange }: StepInputsProps<'date'>) {
  const { parts, orders, noPivot } = useTexts('import-steps');
  const [pivot, setPivot] = useState(String(step.pivot ?? ''));
  return (
    <Parts>
      <PartSelect
        part="order"
        label={parts.order}
        value={step.order}
        options={dateOrders.map((one) => [one, orders[one]])}
        onChange={(order) => onChange({ ...step, order })}
      />
      <PartText
        part="pivot"
        label={parts.pivot}
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
      <PartCheck
        label={parts.serial}
        checked={step.serial ?? false}
        onChange={(is) => onChange({ ...step, serial: is })}
      />
    </Parts>
  );
}

export function MapInputs(props: StepInputsProps<'map'>) {
  const { step, before, jobId, layout, field, onChange } = props;
  return (
    <ValueTable
      column={step.column}
      step={step}
      steps={before}
      jobId={jobId}
      layout={layout}
      field={field}
      onChange={onChange}
    />
  );
}
