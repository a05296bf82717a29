import { useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { isFilterTree, type FilterTerm } from '../../../descriptor/filter-tree.ts';
import type { Field } from '../../../fields/field.ts';
import { operators, type Operator } from '../../../fields/operators.ts';
import { useText } from '../../use-text.ts';
import { uiOf } from '../../views/field-value.tsx';
import { FilterEditor } from '../../views/list/filter-editor.tsx';
import { useLanguage } from '../../messages/language.ts';
import { toFilters, toFilterState } from './filter-state.ts';
import { viewIdOf, withView } from '../views/list-view.ts';
import { readTyped, writeTyped } from './typed-operand.ts';
import { useAsking } from './use-asking.ts';

/** Letters in a row are one question. */
const PAUSE = 350;

/** What a column is narrowed to: an operator its type has, and a value. */
export function FilterCell({ field }: { field: Field }) {
  const asking = useAsking();
  const { filterValues, setFilters } = useListContext();
  const { q, tree } = toFilterState(asking, filterValues);
  const isRow = tree.join === 'and' && !tree.not;
  const terms = isRow ? tree.items.filter((item) => isTermOf(item, field)) : [];
  const set = (term: FilterTerm | undefined): void => {
    const others = isRow ? tree.items.filter((item) => !isTermOf(item, field)) : [tree];
    const items = term === undefined ? others : [...others, term];
    const state = { ...(q !== undefined && { q }), tree: { join: 'and', items } as const };
    const filters = filterValues as Record<string, unknown>;
    setFilters(withView(toFilters(asking, state), viewIdOf(filters)));
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

type CellProps = {
  field: Field;
  term: FilterTerm | undefined;
  onSet: (term: FilterTerm | undefined) => void;
};

function TypedCell({ field, term, onSet }: CellProps) {
  const say = useText();
  const translate = useTranslate();
  const label = translate('grid.filter_of', { label: say(field.label) });
  const [operator, setOperator] = useState<Operator>(term?.operator ?? firstOf(field));
  const written = term ? writeTyped(field, term.operator, term.value) : '';
  const [text, setText] = useState(written);
  const [isWrong, setWrong] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = `${term?.operator} ${written}`;
  const [told, setTold] = useState(now);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    // Changed elsewhere: by a chip, the builder, back and forward. What was typed here stays as typed.
    if (told !== now) {
      setText(written);
      if (term) setOperator(term.operator);
    }
  }

  const tell = (by: Operator, typed: string): void => {
    clearTimeout(timer.current);
    const read = readTyped(field, by, typed);
    setWrong(read !== 'nothing' && 'problems' in read);
    if (read !== 'nothing' && 'problems' in read) return;
    const next =
      read === 'nothing' ? undefined : { path: field.name, operator: by, value: read.value };
    const telling = `${next?.operator} ${next ? writeTyped(field, by, next.value) : ''}`;
    setTold(telling);
    if (telling !== now) onSet(next);
  };
  const isFlag = operators[operator].takes === 'flag';
  return (
    <>
      <span className="g-operator" aria-hidden>
        {translate(`grid.operators.${operator}`).split(' ', 1)}
      </span>
      <select
        className="g-operators"
        aria-label={translate('grid.operator_of', { label: say(field.label) })}
        value={operator}
        onChange={(event) => {
          const chosen = event.target.value as Operator;
          setOperator(chosen);
          tell(chosen, text);
        }}
      >
        {field.kind.filter.operators.map((each) => (
          <option key={each} value={each}>
            {translate(`grid.operators.${each}`)}
          </option>
        ))}
      </select>
      <input
        aria-label={label}
        aria-invalid={isWrong}
        disabled={isFlag}
        value={isFlag ? '' : text}
        onChange={(event) => {
          setText(event.target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(tell, PAUSE, operator, event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') tell(operator, text);
        }}
      />
    </>
  );
}

function ChoiceCell({ field, term, onSet }: CellProps) {
  const say = useText();
  const translate = useTranslate();
  const language = useLanguage();
  const options = uiOf(field).options?.(field, language, translate) ?? [];
  const isOne = term && (term.operator === 'eq' || term.operator === 'in');
  const values = isOne ? [term.value].flat() : [];
  const at = options.findIndex(({ value }) => values.length === 1 && value === values[0]);
  if (term && at < 0 && term.operator !== 'null') return <EditorCell field={field} count={1} />;
  return (
    <select
      className="g-choice"
      aria-label={translate('grid.filter_of', { label: say(field.label) })}
      value={term?.operator === 'null' ? 'empty' : at < 0 ? '' : String(at)}
      onChange={({ target: { value } }) => {
        const path = field.name;
        if (value === '') onSet(undefined);
        else if (value === 'empty') onSet({ path, operator: 'null', value: true });
        else onSet({ path, operator: 'eq', value: options[Number(value)]!.value });
      }}
    >
      <option value="">{translate('values.presence.any')}</option>
      {options.map((option, index) => (
        <option key={String(option.value)} value={index}>
          {option.label}
        </option>
      ))}
      {!field.required && <option value="empty">{translate('grid.operators.null')}</option>}
    </select>
  );
}

/** What needs more room than a cell is chosen beside it. */
function EditorCell({ field, count }: { field: Field; count: number }) {
  const say = useText();
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        className="g-choice"
        aria-haspopup="dialog"
        aria-label={translate('grid.filter_of', { label: say(field.label) })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {count === 0
          ? translate('values.presence.any')
          : translate('grid.conditions', { smart_count: count })}
      </button>
      {anchor && (
        <FilterEditor field={field} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}

function isTermOf(item: object, field: Field): boolean {
  if (isFilterTree(item as FilterTerm)) return false;
  const { path } = item as FilterTerm;
  return path === field.name || path.startsWith(`${field.name}.`);
}

/** What one means who just types. */
function firstOf({ kind }: Field): Operator {
  return kind.filter.operators.includes('contains') ? 'contains' : kind.filter.operators[0]!;
}
