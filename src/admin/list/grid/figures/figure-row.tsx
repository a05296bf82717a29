import { useId, type ComponentProps } from 'react';
import {
  type AggregateFunction,
  countFunctions,
  functionsOf,
  type Measure,
} from '../../../../descriptor/filter/aggregates.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { toApiName, toListQuery, type Filters } from '../../../client/list-query.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useText } from '../../../messages/use-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useLayout } from '../columns/layout.ts';
import { cellPosition } from '../cells/grid-cell.tsx';
import { FIGURES_HEIGHT, type GridColumn, type GridTable } from '../grid-table.ts';
import { FigureValue } from './figure-value.tsx';
import './figures.css';
import { useListContext } from 'react-admin';
import type { Aggregates } from '../../../../contract/aggregates.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { findListedField } from '../../../../descriptor/system-fields.ts';
import { unitFieldOf } from '../../../../fields/type/unit-of.ts';
import { useThrottledQuery } from '../../../client/use-throttled-query.ts';

type FigureRowProps = { table: GridTable; middle: readonly GridColumn[]; ariaRow: number };

/** The row at the foot of the grid: for each column a function, and its result over all records of the list. */
export function FigureRow({ table, middle, ariaRow }: FigureRowProps) {
  const texts = useTexts('figures');
  const layout = useLayout();
  const { measures, choose } = useMeasures();
  const figures = useFigures(measures);
  const toCell = (from: number) => (column: GridColumn) => {
    const { field, index, pin } = column;
    return (
      <div
        key={field.name}
        role="gridcell"
        aria-colindex={index + 2}
        className={`g-cell g-figure ${pin ? `g-pinned g-${pin}` : 'g-free'}`}
        style={cellPosition(column, from)}
      >
        <FigureCell
          field={field}
          chosen={layout.figures[field.name]}
          figures={figures}
          onChoose={(name) => choose(field.name, name)}
        />
      </div>
    );
  };
  return (
    <div
      role="row"
      aria-rowindex={ariaRow}
      aria-label={texts.row}
      className="g-row g-foot"
      style={{ height: FIGURES_HEIGHT, width: table.width }}
    >
      <div className="g-cell g-lead" role="presentation" title={texts.row}>
        <span aria-hidden>Σ</span>
      </div>
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
}

type FigureCellProps = {
  field: Field;
  chosen: AggregateFunction | undefined;
  figures: ReturnType<typeof useFigures>;
  onChoose: (name: AggregateFunction | undefined) => void;
};

/** A native menu, so that every keyboard, screen reader and phone knows it. */
function FigureCell({ field, chosen, figures, onChoose }: FigureCellProps) {
  const say = useText();
  const id = useId();
  const { resource } = useResource();
  const offered = figuresOf(resource, field);
  if (offered.length === 0) return null;
  const name = offered.find((each) => each === chosen);
  return (
    <>
      <FunctionSelect
        className="g-function"
        aria-describedby={id}
        label={say(field.label)}
        {...{ offered, onChoose }}
        chosen={name}
      />
      <span id={id} className="g-result">
        {name && <Result field={field} name={name} figures={figures} />}
      </span>
    </>
  );
}

type FunctionSelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  /** Of the column. */
  label: string;
  offered: readonly AggregateFunction[];
  chosen: AggregateFunction | undefined;
  onChoose: (name: AggregateFunction | undefined) => void;
};

/** The choice of the function of a column. */
export function FunctionSelect(props: FunctionSelectProps) {
  const { label, offered, chosen, onChoose, ...select } = props;
  const texts = useTexts('figures');
  return (
    <select
      {...select}
      aria-label={fillTemplate(texts.choose, { label })}
      value={chosen ?? ''}
      onChange={({ target: { value } }) => onChoose(offered.find((each) => each === value))}
    >
      <option value="">{texts.none}</option>
      {offered.map((each) => (
        <option key={each} value={each}>
          {texts.functions[each]}
        </option>
      ))}
    </select>
  );
}

type ResultProps = { field: Field; name: AggregateFunction; figures: FigureCellProps['figures'] };

function Result({ field, name, figures: { data, error, retry } }: ResultProps) {
  const texts = useTexts('figures');
  const path = toApiName(field.name);
  const retryButton = (text: string, hint: string) => (
    <button type="button" className="g-again" title={hint} aria-label={hint} onClick={retry}>
      {text}
    </button>
  );
  const value = data?.data[path]?.[name];
  if (error && value === undefined) return retryButton(texts.failed, texts.failedHint);
  if (data?.timedOut.includes(`${path}:${name}`)) return retryButton(texts.late, texts.lateHint);
  if (value === undefined) return <span className="g-waits">{texts.waiting}</span>;
  return value === null ? '–' : <FigureValue field={field} function={name} value={value} />;
}

/** The figures that the user has chosen for columns, and how to choose others. */
export function useMeasures(inGroups = false) {
  const { resource } = useResource();
  const { shown, figures, change } = useLayout();
  return {
    /** In the order of the columns. */
    measures: shown.flatMap((field): Measure[] => {
      const name = figures[field.name];
      // Groups have no figures of the parts of an object.
      const own = inGroups ? findListedField(resource, field.name) : field;
      return name && own && figuresOf(resource, own, inGroups).includes(name)
        ? [{ path: field.name, function: name }]
        : [];
    }),
    /** Undefined: no figure for this column. */
    choose(column: string, name: AggregateFunction | undefined): void {
      const { [column]: _, ...others } = figures;
      change({ figures: name ? { ...others, [column]: name } : others });
    },
  };
}

/** The measures as the parameter `_aggregate` names them. */
export function toAggregates(measures: readonly Measure[]): string {
  return measures.map(({ path, function: name }) => `${toApiName(path)}:${name}`).join(',');
}

/** The chosen figures over all records that match the list's filter; undefined while they are calculated. */
function useFigures(measures: readonly Measure[]) {
  const { resource } = useResource();
  const { filterValues } = useListContext();
  const params = toListQuery({ filter: filterValues as Filters });
  params.set('_aggregate', toAggregates(measures));
  const path = `${resource.root}/aggregates?${params}`;
  return useThrottledQuery<Aggregates>({
    queryKey: [resource.name, 'aggregates', path],
    path,
    pace: 'shared',
    enabled: measures.length > 0,
  });
}

/** The functions of a column; none for a column that shows other records. */
export function figuresOf(
  resource: Resource,
  field: Field,
  inGroups = false,
): readonly AggregateFunction[] {
  if (!findListedField(resource, field.name)) return [];
  const unit = unitFieldOf(field);
  const isKnown = unit === undefined || findListedField(resource, unit) !== undefined;
  return functionsOf(field, inGroups).filter((name) => isKnown || countFunctions.includes(name));
}
