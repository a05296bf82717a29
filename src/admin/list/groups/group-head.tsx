import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { Groups } from '../../../contract/aggregates.ts';
import type { Measure } from '../../../descriptor/filter/aggregates.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toApiName } from '../../client/list-query.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { FigureValue } from '../grid/figures/figure-value.tsx';

type Group = Groups['data'][number];

type GroupHeadProps = {
  field: Field;
  group: Group;
  /** What the group is known by. */
  id: string;
  level: number;
  isOpen: boolean;
  /** Whether Tab reaches this row, of all rows of the tree. */
  isReached: boolean;
  measures: readonly Measure[];
};

/** The heading row of a group: its value, how many records it has, and their figures. */
export function GroupHead(props: GroupHeadProps) {
  const { field, group, id, level, isOpen, isReached, measures } = props;
  const { say, number } = useI18n();
  const { find } = useResource();
  return (
    <div
      role="row"
      aria-level={level}
      aria-expanded={isOpen}
      data-group={id}
      tabIndex={isReached ? 0 : -1}
      className="gr-head"
      style={{ '--level': level } as React.CSSProperties}
    >
      <div role="rowheader" className="gr-name">
        <ExpandMoreIcon fontSize="small" className={isOpen ? '' : 'gr-closed'} aria-hidden />
        <span className="gr-field">{say(field.label)}</span>
        <GroupValue field={field} group={group} />
      </div>
      <div role="gridcell" className="gr-figure">
        {number(group.count)}
      </div>
      {measures.map(({ path, function: name }) => {
        const measured = find(path);
        const value = group.aggregates[toApiName(path)]?.[name];
        const isEmpty = !measured || value === null || value === undefined;
        return (
          <div key={path} role="gridcell" className="gr-figure">
            {isEmpty ? '–' : <FigureValue field={measured} function={name} value={value} hasUnit />}
          </div>
        );
      })}
    </div>
  );
}

function GroupValue({ field, group }: { field: Field; group: Group }) {
  const texts = useTexts('groups');
  const { value, label } = group;
  if (value === null) return <em>{texts.empty}</em>;
  if (label !== undefined) return <b>{label}</b>;
  const isPlain = field.kind.facet === 'years' || field.kind.relation !== undefined;
  const { many } = field.kind.column(field.settings);
  if (isPlain) return <b>{String(value)}</b>;
  return (
    <b>
      <FieldValue field={field} value={many ? [value] : value} place="list" />
    </b>
  );
}
