import { requireItem } from '../../../fields/require-entry.ts';
import { Button } from '@mui/material';
import { Fragment, useState, type CSSProperties, type ReactNode, type Ref } from 'react';
import type { AnswerOf } from '../../../contract/answer-of.ts';
import type { Groups } from '../../../contract/aggregates.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { toApiName, toListQuery } from '../../client/list-query.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import { Hint } from '../../kit/hint.tsx';
import { useNearEnd } from '../../kit/use-near-end.ts';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { toAggregates, useMeasures } from '../grid/figures/figure-row.tsx';
import { GroupRecords, heightOfRecords } from './group-records.tsx';
import { useFilterWithin, type Where } from './use-filter-within.ts';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { Measure } from '../../../descriptor/filter/aggregates.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { FigureValue } from '../grid/figures/figure-value.tsx';

type GroupRowsProps = {
  /** The fields of this level and the deeper ones. */
  fields: readonly Field[];
  level: number;
  /** The filters of the groups around. */
  within: readonly Where[];
  state: { open: OpenGroups; active: string | undefined };
};

/** Groups that are shown at first, and added by each step. */
const STEP = 50;
const MAX_GROUP_ROWS = 1000;

/** The groups of one level, read when the group around them is opened; and the content of those that are open. */
export function GroupRows({ fields, level, within, state }: GroupRowsProps) {
  const texts = useTexts('groups');
  const { number } = useI18n();
  const [size, setSize] = useState(STEP);
  const { data, error, retry, measures } = useLevel(requireItem(fields, 0), within, size);
  const note = (content: ReactNode) => <Note level={level}>{content}</Note>;
  if (error && !data)
    return note(
      <QueryNotice isError text={texts.failed} retryLabel={texts.retry} onRetry={retry} />,
    );
  if (!data) return note(<Hint>{texts.loading}</Hint>);
  if (data.timedOut)
    return note(<QueryNotice text={texts.late} retryLabel={texts.retry} onRetry={retry} />);
  const left = (data.total ?? 0) - data.data.length;
  return (
    <>
      {data.data.map((group, at) => {
        const inside = [...within, group.where];
        const key = JSON.stringify(inside);
        const isOpen = isGroupOpen(state.open, key);
        const isFirst = level === 1 && at === 0;
        return (
          <Fragment key={key}>
            <GroupHead
              {...{ group, level, isOpen, measures }}
              field={requireItem(fields, 0)}
              id={key}
              isReached={state.active === undefined ? isFirst : state.active === key}
            />
            {isOpen && (
              <GroupContent
                fields={fields.slice(1)}
                level={level + 1}
                within={inside}
                state={state}
                count={group.count}
              />
            )}
          </Fragment>
        );
      })}
      {left > 0 &&
        note(
          size < MAX_GROUP_ROWS ? (
            <Button size="small" onClick={() => setSize(Math.min(MAX_GROUP_ROWS, size + STEP))}>
              {fillTemplate(texts.more, { count: number(left) })}
            </Button>
          ) : (
            <Hint>{fillTemplate(texts.tooMany, { count: number(left) })}</Hint>
          ),
        )}
      {data.longer !== null &&
        data.longer > 0 &&
        note(<LeftOut field={requireItem(fields, 0)} count={data.longer} />)}
    </>
  );
}

/** How many records are in no group, and why. */
function LeftOut({ field: { kind, settings }, count }: { field: Field; count: number }) {
  const texts = useTexts('groups');
  const { number } = useI18n();
  const why = kind.qualifier?.(settings) === undefined ? texts.longer : texts.bounds;
  return <Hint>{fillTemplate(why, { count: number(count) })}</Hint>;
}

/** The groups or records inside an open group. If all are open, each loads when the user comes near it. */
function GroupContent({ count, ...props }: GroupRowsProps & { count: number }) {
  const { fields, level, within, state } = props;
  const texts = useTexts('groups');
  const { density } = useLayout();
  const [isNear, setNear] = useState(!state.open.isAll);
  const setStart = useNearEnd(() => setNear(true));
  if (fields.length > 0)
    return isNear ? (
      <GroupRows {...props} />
    ) : (
      <Note ref={setStart} level={level}>
        <Hint>{texts.loading}</Hint>
      </Note>
    );
  return (
    <div role="row" className="gr-records" ref={setStart}>
      <div role="gridcell">
        {isNear ? (
          <GroupRecords within={within} />
        ) : (
          <div style={{ height: heightOfRecords(count, density) }} />
        )}
      </div>
    </div>
  );
}

type NoteProps = { level: number; ref?: Ref<HTMLDivElement>; children: ReactNode };

function Note({ level, ref, children }: NoteProps) {
  return (
    <div ref={ref} role="row" className="gr-note" style={{ '--level': level } as CSSProperties}>
      <div role="gridcell">{children}</div>
    </div>
  );
}

/** The groups by one field within the filters of the list and of the groups around. */
function useLevel(field: Field, within: readonly Where[], size: number) {
  const { resource } = useResource();
  const filter = useFilterWithin(within);
  const { measures } = useMeasures(true);
  const params = toListQuery({ filter, pagination: { page: 1, perPage: size } });
  params.set('_by', toApiName(field.name));
  if (measures.length > 0) params.set('_aggregate', toAggregates(measures));
  const path = `${resource.root}/groups?${params}`;
  const query = useThrottledQuery<AnswerOf<typeof Groups>>({
    queryKey: [resource.name, 'groups', path],
    path,
    pace: 'shared',
  });
  return { ...query, measures };
}

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
function GroupHead(props: GroupHeadProps) {
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

/** Which groups of all levels are open: those in `except`, or all others, which need not be loaded yet. */
type OpenGroups = { isAll: boolean; except: ReadonlySet<string> };

export const noneOpen: OpenGroups = { isAll: false, except: new Set() };
export const allOpen: OpenGroups = { isAll: true, except: new Set() };

function isGroupOpen({ isAll, except }: OpenGroups, key: string): boolean {
  return except.has(key) !== isAll;
}

/** Opens a group that is closed, and closes one that is open. */
export function toggleGroup({ isAll, except }: OpenGroups, key: string): OpenGroups {
  const next = new Set(except);
  if (!next.delete(key)) next.add(key);
  return { isAll, except: next };
}
