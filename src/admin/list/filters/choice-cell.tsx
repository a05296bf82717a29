import { requireItem } from '../../../fields/require-entry.ts';
import { useState } from 'react';
import type { FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/type/field.ts';
import {
  equality,
  operators,
  operatorsOf,
  takesList,
  type Operator,
} from '../../../fields/type/operators.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

export type FilterCellProps = {
  field: Field;
  term: FilterTerm | undefined;
  onSet: (term: FilterTerm | undefined) => void;
};

/** One of a few values, or any but that one. */
export function ChoiceCell({ field, term, onSet }: FilterCellProps) {
  const { texts, say, language } = useI18n();
  const [operator, setOperator] = useState<Operator>('eq');
  const options = uiOf(field).options?.(field, language, texts.values) ?? [];
  const condition = term && toOne(term);
  const by = condition?.operator ?? operator;
  const at = options.findIndex(({ value }) => condition !== undefined && value === condition.value);
  const isFlag = operators[by].takes === 'flag';
  if (condition && !isFlag && (at < 0 || !ofOne.has(by)))
    return <EditorCell field={field} count={1} />;
  const path = field.name;
  return (
    <>
      <OperatorSelect
        field={field}
        offered={operatorsOf(field).filter(
          (each) => ofOne.has(each) && !(field.required && operators[each].takes === 'flag'),
        )}
        value={by}
        onChange={(chosen) => {
          setOperator(chosen);
          if (operators[chosen].takes === 'flag') onSet({ path, operator: chosen, value: true });
          else if (at >= 0)
            onSet({ path, operator: chosen, value: requireItem(options, at).value });
          else onSet(undefined);
        }}
      />
      <select
        className="g-choice"
        aria-label={fillTemplate(texts.grid.filterOf, { label: say(field.label) })}
        disabled={isFlag}
        value={at < 0 ? '' : String(at)}
        onChange={({ target: { value } }) => {
          const chosen = options[Number(value)];
          onSet(value === '' ? undefined : { path, operator: by, value: chosen!.value });
        }}
      >
        <option value="">{isFlag ? '' : texts.values.presence.any}</option>
        {options.map((option, index) => (
          <option key={String(option.value)} value={index}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  );
}

/** The operators that take one value; a list of values has room beside the cell. */
const ofOne: ReadonlySet<Operator> = new Set(equality.filter((each) => !takesList(each)));

/** A list of one value becomes that value. */
function toOne(term: FilterTerm): FilterTerm {
  const values = [term.value].flat();
  const single = equality.find((each) => operators[each].ofMany === term.operator);
  return single && values.length === 1 ? { ...term, operator: single, value: values[0] } : term;
}

/** A condition that needs more room than a cell is edited beside it. */
export function EditorCell({ field, count }: { field: Field; count: number }) {
  const { texts, say } = useI18n();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const shown =
    count === 0 ? texts.values.presence.any : fillTemplate(texts.grid.conditions, { count });
  return (
    <>
      <button
        type="button"
        className="g-choice"
        aria-haspopup="dialog"
        aria-label={`${fillTemplate(texts.grid.filterOf, { label: say(field.label) })}: ${shown}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {shown}
      </button>
      {anchor && (
        <FilterEditor field={field} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}

type OperatorSelectProps = {
  field: Field;
  offered: readonly Operator[];
  value: Operator;
  onChange: (operator: Operator) => void;
};

/** The sign of the operator, and over it an invisible menu of all operators by name. */
export function OperatorSelect({ field, offered, value, onChange }: OperatorSelectProps) {
  const { texts, say } = useI18n();
  const nameOf = (operator: Operator): string =>
    `${operators[operator].sign} ${texts.operators[operator].name}`;
  return (
    <>
      <span className="g-operator" aria-hidden>
        {operators[value].sign}
      </span>
      <select
        className="g-operators"
        title={nameOf(value)}
        aria-label={fillTemplate(texts.grid.operatorOf, { label: say(field.label) })}
        value={value}
        onChange={(event) => onChange(event.target.value as Operator)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </>
  );
}
