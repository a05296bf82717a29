import { useId, type ComponentProps } from 'react';
import type { AggregateFunction } from '../../../../descriptor/filter/aggregates.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { toApiName } from '../../../client/list-query.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useText } from '../../../messages/use-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useLayout } from '../columns/layout.ts';
import { cellPosition } from '../cells/grid-cell.tsx';
import { FIGURES_HEIGHT, type GridColumn, type GridTable } from '../grid-table.ts';
import { FigureValue } from './figure-value.tsx';
import { figuresOf, useFigures, useMeasures } from './use-figures.ts';
import './figures.css';

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
