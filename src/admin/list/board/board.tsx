import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { QueryNotice } from '../../kit/loading/query-state.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { ListEmpty, ListNoResults } from '../lazy-parts.ts';
import { useDragged } from '../shown-as/use-drop-target.ts';
import { UnsentMoves, useMoves } from '../shown-as/moves.tsx';
import { BoardColumn } from './board-column.tsx';
import { BoardMenus, type ColumnValue, type OpenedOnCard } from './board-menus.tsx';
import { putIntoColumn, useBoardCounts, type Counts } from './board-queries.ts';
import { boardSx } from './board-sx.ts';
import { moveFocus, useGrabbedFocus } from './move-focus.ts';

/** The records of the list in a column for each choice of a field. A record moves by writing that field. */
export function Board({ field }: { field: Field }) {
  const texts = useTexts('shown-as');
  const { say } = useI18n();
  const { resource } = useResource();
  const { filterValues } = useListContext();
  const { groups, error, isLate, retry, recount } = useBoardCounts(field);
  const { countOf, ...columns } = useColumns(field, groups);
  const [opened, setOpened] = useState<OpenedOnCard>();
  const dragged = useDragged();
  const frame = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const nameOf = (values: Readonly<Record<string, unknown>>): string =>
    columns.nameOf(values[field.name]);
  const moves = useMoves([field], {
    shownBy: 'board',
    describeMove: (record, to) =>
      fillTemplate(texts.moved, { title: displayTitle(resource, record), to: nameOf(to) }),
    onMove: recount,
    onWritten: (record) => putIntoColumn(queries, resource, record, record[field.name]),
  });
  const grabbed = useGrabbedFocus(frame);
  const onMove = (record: RaRecord, to: ColumnValue): void => {
    grabbed.grab(record.id);
    moves.move(record, { [field.name]: to });
  };
  const board = { ...columns, moves, dragged, onMove, onOpen: setOpened };
  if (groups?.every(({ count }) => count === 0) && moves.moving.size === 0)
    return Object.keys(filterValues as object).length > 0 ? <ListNoResults /> : <ListEmpty />;
  const label = fillTemplate(texts.board, { list: say(resource.label), field: say(field.label) });
  return (
    <Box sx={boardSx}>
      <UnsentMoves moves={moves} />
      {(isLate || (error && !groups)) && (
        <Box sx={{ px: 1.5 }}>
          <QueryNotice text={texts.late} retryLabel={texts.retry} onRetry={retry} />
        </Box>
      )}
      <Box ref={frame} role="group" className="b-columns" aria-label={label} onKeyDown={moveFocus}>
        <Box component="span" id="board-keys" sx={visuallyHidden}>
          {texts.keys}
        </Box>
        {columns.values.map((value) => (
          <BoardColumn
            key={String(value)}
            {...{ board, value }}
            count={countOf(value)}
            onDrawn={grabbed.restore}
          />
        ))}
      </Box>
      {opened && (
        <BoardMenus key={opened.kind} {...{ opened, board }} onClose={() => setOpened(undefined)} />
      )}
    </Box>
  );
}

/** The columns: the choices in their order, then values that are choices no longer, and the records without a value. */
function useColumns(field: Field, groups: Counts['data'] | undefined) {
  const { none } = useTexts('shown-as');
  const { language, texts } = useI18n();
  const options = uiOf(field).options?.(field, language, texts.values) ?? [];
  const countOf = (value: ColumnValue): number | undefined =>
    groups && (groups.find((group) => group.value === value)?.count ?? 0);
  const valuesOf = (are: typeof options) => are.map(({ value }) => value as ColumnValue);
  const retired = valuesOf(options.filter(({ isRetired }) => isRetired));
  const choices = valuesOf(options).filter((value) => !retired.includes(value) || countOf(value));
  const stored = groups?.map(({ value }) => value) ?? [];
  const others = stored.filter((value) => value !== null && !choices.includes(value));
  const isNoneShown = !field.required || stored.includes(null);
  return {
    countOf,
    retired,
    values: [...choices, ...others, ...(isNoneShown ? [null] : [])],
    nameOf: (value: unknown): string =>
      value === null
        ? none
        : (options.find((option) => option.value === value)?.label ?? `${value as ColumnValue}`),
  };
}
