import { Button } from '@mui/material';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { AggregateFunction } from '../../../descriptor/filter/aggregates.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { FunctionSelect, figuresOf, useMeasures } from '../grid/figures/figure-row.tsx';

type GroupColumnsProps = {
  /** The fields by which the list is grouped. */
  fields: readonly Field[];
  onOpenAll: () => void;
  onCloseAll: () => void;
};

/** The names of the columns of groups. Those of figures change their function, and the last one adds a figure. */
export function GroupColumns({ fields, onOpenAll, onCloseAll }: GroupColumnsProps) {
  const texts = useTexts('groups');
  const { say } = useI18n();
  const { resource, find } = useResource();
  const layout = useLayout();
  const { measures, choose } = useMeasures(true);
  const left = layout.shown.filter(
    ({ name }) =>
      functionsOf(resource, name).length > 0 && !measures.some(({ path }) => path === name),
  );
  return (
    <div role="row" className="gr-columns">
      <div role="columnheader" className="gr-by">
        {fields.map(({ label }) => say(label)).join(', ')}
        <Button size="small" onClick={onOpenAll}>
          {texts.openAll}
        </Button>
        <Button size="small" onClick={onCloseAll}>
          {texts.closeAll}
        </Button>
      </div>
      <div role="columnheader" className="gr-figure">
        {texts.records}
      </div>
      {measures.map(({ path, function: name }) => {
        const field = find(path);
        const label = field ? say(field.label) : path;
        return (
          <div key={path} role="columnheader" className="gr-figure">
            {label}
            <FunctionSelect
              label={label}
              offered={functionsOf(resource, path)}
              chosen={name}
              onChoose={(chosen) => choose(path, chosen)}
            />
          </div>
        );
      })}
      <div role="columnheader" className="gr-add">
        {left.length > 0 && (
          <select
            aria-label={texts.addFigure}
            value=""
            onChange={({ target: { value } }) =>
              choose(value, usualFigure(functionsOf(resource, value)))
            }
          >
            <option value="">{texts.addFigure}</option>
            {left.map(({ name, label }) => (
              <option key={name} value={name}>
                {say(label)}
              </option>
            ))}
          </select>
        )}
      </div>
    </div>
  );
}

function functionsOf(resource: Resource, name: string): readonly AggregateFunction[] {
  const field = findListedField(resource, name);
  return field ? figuresOf(resource, field, true) : [];
}

/** A sum where values can be added up. */
function usualFigure(offered: readonly AggregateFunction[]): AggregateFunction | undefined {
  return offered.includes('sum') ? 'sum' : offered[0];
}
