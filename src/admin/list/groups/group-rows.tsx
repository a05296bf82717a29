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
import { toAggregates, useMeasures } from '../grid/figures/use-figures.ts';
import { GroupHead } from './group-head.tsx';
import { GroupRecords, heightOfRecords } from './group-records.tsx';
import { isGroupOpen, type OpenGroups } from './open-groups.ts';
import { useFilterWithin, type Where } from './use-filter-within.ts';

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
      {(data.longer ?? 0) > 0 &&
        note(<Hint>{fillTemplate(texts.longer, { count: number(data.longer!) })}</Hint>)}
    </>
  );
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
