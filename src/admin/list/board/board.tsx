import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
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
import { UnsentMoves } from '../shown-as/move-note.tsx';
import { useMoves } from '../shown-as/use-moves.ts';
import { BoardColumn } from './board-column.tsx';
import { BoardMenus, type ColumnValue, type OpenedOnCard } from './board-menus.tsx';
import { boardSx } from './board-sx.ts';
import { moveFocus, useGrabbedFocus } from './move-focus.ts';
import { putIntoColumn } from './use-board-column.ts';
import { useBoardCounts } from './use-board-counts.ts';

/** The records of the list in a column for each choice of a field. A record moves by writing that field. */
export function Board({ field }: { field: Field }) {
  const texts = useTexts('shown-as');
  const { say, language, texts: app } = useI18n();
  const { resource } = useResource();
  const { filterValues } = useListContext();
  const { groups, error, isLate, retry, recount } = useBoardCounts(field);
  const [opened, setOpened] = useState<OpenedOnCard>();
  const dragged = useRef<RaRecord>(undefined);
  const board = useRef<HTMLDivElement>(null);
  const options = uiOf(field).options?.(field, language, app.values) ?? [];
  const countOf = (value: ColumnValue): number | undefined =>
    groups && (groups.find((group) => group.value === value)?.count ?? 0);
  const valuesOf = (are: typeof options) => are.map(({ value }) => value as ColumnValue);
  const retired = valuesOf(options.filter(({ isRetired }) => isRetired));
  const values = toColumnValues(
    valuesOf(options).filter((value) => !retired.includes(value) || countOf(value)),
    groups?.map(({ value }) => value),
    field.required,
  );
  const nameOf = (value: unknown): string =>
    value === null
      ? texts.none
      : (options.find((option) => option.value === value)?.label ?? `${value as ColumnValue}`);
  const queries = useQueryClient();
  const moves = useMoves(field, {
    shownBy: 'board',
    describeMove: (record, to) =>
      fillTemplate(texts.moved, { title: displayTitle(resource, record), to: nameOf(to) }),
    onMove: recount,
    onWritten: (record) => putIntoColumn(queries, resource, record, record[field.name]),
  });
  const grabbed = useGrabbedFocus(board);
  const move = (record: RaRecord, to: ColumnValue): void => {
    grabbed.grab(record.id);
    moves.move(record, to);
  };

  if (groups?.every(({ count }) => count === 0) && moves.moving.size === 0)
    return Object.keys(filterValues as object).length > 0 ? <ListNoResults /> : <ListEmpty />;
  return (
    <Box sx={boardSx}>
      <UnsentMoves moves={moves} />
      {(isLate || (error && !groups)) && (
        <Box sx={{ px: 1.5 }}>
          <QueryNotice text={texts.late} retryLabel={texts.retry} onRetry={retry} />
        </Box>
      )}
      <Box
        ref={board}
        role="group"
        className="b-columns"
        aria-label={fillTemplate(texts.board, {
          list: say(resource.label),
          field: say(field.label),
        })}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveFocus(event)}
      >
        <Box component="span" id="board-keys" sx={visuallyHidden}>
          {texts.keys}
        </Box>
        {values.map((value) => (
          <BoardColumn
            key={String(value)}
            {...{ value, values, retired, moves, nameOf, dragged }}
            onMove={move}
            onDrawn={grabbed.restore}
            count={countOf(value)}
            onOpen={setOpened}
          />
        ))}
      </Box>
      {opened && (
        <BoardMenus
          key={opened.kind}
          {...{ opened, moves, nameOf }}
          values={values.filter((value) => !retired.includes(value))}
          onMove={move}
          onChoose={() => setOpened({ ...opened, kind: 'move' })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Box>
  );
}

/** The choices in their order, then values that are choices no longer, and the records without a value. */
function toColumnValues(
  choices: readonly ColumnValue[],
  columnValues: readonly ColumnValue[] = [],
  isRequired: boolean,
): readonly ColumnValue[] {
  const others = columnValues.filter((value) => value !== null && !choices.includes(value));
  const isNoneShown = !isRequired || columnValues.includes(null);
  return [...choices, ...others, ...(isNoneShown ? [null] : [])];
}
