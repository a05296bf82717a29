import { useEffect, useRef, useState } from 'react';
import { isFilterTree, type FilterTerm } from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/type/field.ts';
import {
  operators,
  operatorsOf,
  usualOperator,
  type Operator,
  equality,
  takesList,
} from '../../../fields/type/operators.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { type GridColumn, type GridTable, FILTER_ROW_HEIGHT } from '../grid/grid-table.ts';
import { cellPosition } from '../grid/cells/grid-cell.tsx';
import { partsOf, useFilterTree } from './filter-state.ts';
import { useOwnChanges } from '../use-own-changes.ts';
import { readSign, readTyped, writeTyped } from './typed-operand.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { requireItem } from '../../../fields/require-entry.ts';
import { FilterEditor } from './filter-editor.tsx';

/** A condition for each column, directly below its name. */
export function FilterRow({ table, middle }: { table: GridTable; middle: readonly GridColumn[] }) {
  const toCell = (from: number) => (column: GridColumn) => (
    <div
      key={column.field.name}
      role="gridcell"
      aria-colindex={column.index + 2}
      className={`g-cell g-filter-cell ${column.pin ? `g-pinned g-${column.pin}` : 'g-free'}`}
      style={cellPosition(column, from)}
    >
      <FilterCell field={column.field} />
    </div>
  );
  return (
    <div
      role="row"
      aria-rowindex={2}
      className="g-row g-head g-filter-row"
      style={{ height: FILTER_ROW_HEIGHT, width: table.width }}
    >
      <div className="g-cell g-filter-cell g-lead" role="presentation" />
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
}

/** Milliseconds: letters typed quickly become one request. */
const PAUSE = 350;

/** The condition on a column: an operator of its type, and a value. */
function FilterCell({ field }: { field: Field }) {
  const { tree, changeTree } = useFilterTree();
  const terms = partsOf(tree).filter((item) => isTermOf(item, field));
  const set = (term: FilterTerm | undefined): void => {
    changeTree((latest) => {
      const others = partsOf(latest).filter((item) => !isTermOf(item, field));
      return { join: 'and', items: term === undefined ? others : [...others, term] };
    });
  };
  const [term, ...more] = terms as FilterTerm[];
  if (field.kind.filter.operators.length === 0) return null;
  const isRelated = field.kind.relation !== undefined;
  if (isRelated || more.length > 0 || field.kind.parts) {
    return <EditorCell field={field} count={terms.length} />;
  }
  const options = uiOf(field).options;
  return options ? (
    <ChoiceCell field={field} term={term} onSet={set} />
  ) : (
    <TypedCell key={field.name} field={field} term={term} onSet={set} />
  );
}

function TypedCell({ field, term, onSet }: FilterCellProps) {
  const { texts, say } = useI18n();
  const label = fillTemplate(texts.grid.filterOf, { label: say(field.label) });
  const [operator, setOperator] = useState<Operator>(
    term?.operator ?? usualOperator(operatorsOf(field)),
  );
  const written = term ? writeTyped(field, term.operator, term.value) : '';
  const [text, setText] = useState(written);
  const [isWrong, setWrong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = `${term?.operator} ${written}`;
  const { isFromOutside, last, tell } = useOwnChanges(now);
  // A chip, the builder, back or forward changed it. Text typed here stays as typed.
  if (isFromOutside) {
    setText(written);
    if (term) setOperator(term.operator);
  }

  const commit = (chosen: Operator, input: string): void => {
    clearTimeout(timer.current);
    const signed = readSign(operatorsOf(field), input);
    const { operator: by, text: typed } = signed ?? { operator: chosen, text: input };
    if (signed) {
      setOperator(by);
      setText(typed);
    }
    const read = readTyped(field, by, typed);
    setWrong(read !== 'nothing' && 'problems' in read);
    if (read !== 'nothing' && 'problems' in read) return;
    const next =
      read === 'nothing' ? undefined : { path: field.name, operator: by, value: read.value };
    const telling = `${next?.operator} ${next ? writeTyped(field, by, next.value) : ''}`;
    if (telling === last) return;
    tell(telling);
    onSet(next);
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  const isFlag = operators[operator].takes === 'flag';
  return (
    <>
      <OperatorSelect
        field={field}
        offered={operatorsOf(field)}
        value={operator}
        onChange={(chosen) => {
          setOperator(chosen);
          commit(chosen, text);
        }}
      />
      <input
        aria-label={label}
        aria-invalid={isWrong}
        disabled={isFlag}
        value={isFlag ? '' : text}
        onChange={(event) => {
          setText(event.target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(operator, event.target.value), PAUSE);
        }}
        onBlur={() => commit(operator, text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(operator, text);
        }}
      />
    </>
  );
}

function isTermOf(item: object, field: Field): boolean {
  if (isFilterTree(item as FilterTerm)) return false;
  const { path } = item as FilterTerm;
  // The value behind a reference is a column of its own.
  const isInside = field.kind.relation === undefined && path.startsWith(`${field.name}.`);
  return path === field.name || isInside;
}

type FilterCellProps = {
  field: Field;
  term: FilterTerm | undefined;
  onSet: (term: FilterTerm | undefined) => void;
};

/** One of a few values, or any but that one. */
function ChoiceCell({ field, term, onSet }: FilterCellProps) {
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
function EditorCell({ field, count }: { field: Field; count: number }) {
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
function OperatorSelect({ field, offered, value, onChange }: OperatorSelectProps) {
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
