import AddIcon from '@mui/icons-material/Add';
import {
  Alert,
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ResourceContextProvider } from 'react-admin';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { messageOf } from '../../client/http.ts';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useTexts } from '../../messages/texts.ts';
import { ChildTable } from './child-table.tsx';
import { toCellProps, toLineColumns, type LineColumns } from './line-columns.ts';
import { keepsFocus } from './keeps-focus.ts';
import { LineRow } from './line-row.tsx';
import { lineTableSx } from './line-table-sx.ts';
import type { Line, Lines } from './lines.ts';
import { MAX_LINES, useLines, type EditedList } from './use-lines.ts';

/** How many lines a save would write. */
export function ChangedLines({ count }: { count: number }) {
  return <Hint>{fillTemplate(useTexts('lines').changed, { count })}</Hint>;
}

/** The lines of a record as a table of inputs. They are saved with the record. */
export function LineEditor(props: EditedList) {
  return (
    <ResourceContextProvider value={props.list.resource.name}>
      <Box data-list={props.list.resource.name} sx={frameSx}>
        <LoadedLines {...props} />
      </Box>
    </ResourceContextProvider>
  );
}

function LoadedLines(props: EditedList) {
  const { list, id } = props;
  const texts = useTexts('lines');
  const { number } = useI18n();
  const { lines, all, total, error } = useLines(props);
  if (error) return <Alert severity="error">{messageOf(error)}</Alert>;
  const counts = { most: number(MAX_LINES), count: number(total) };
  if (id !== undefined && total > MAX_LINES)
    return (
      <>
        <Alert severity="info" sx={{ mb: 1 }}>
          {fillTemplate(texts.tooMany, counts)}
        </Alert>
        <ChildTable list={list} id={id} />
      </>
    );
  if (!lines) return <Typography component={Status}>{texts.loading}</Typography>;
  return (
    <>
      {total > MAX_LINES && (
        <Alert severity="info">{fillTemplate(texts.tooManyToCopy, counts)}</Alert>
      )}
      <LineTable list={list} id={id} lines={lines} all={all} />
    </>
  );
}

type LineTableProps = Pick<EditedList, 'list' | 'id'> & {
  lines: Lines;
  all: readonly Line[];
};

function LineTable({ list, id, lines, all }: LineTableProps) {
  const texts = useTexts('lines');
  const { say } = useI18n();
  const view = useResource();
  const columns = useMemo(() => toLineColumns(list, view), [list, view]);
  const table = useRef<HTMLTableElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [announcement, actions] = useLineActions(lines, table, addButton);
  const label = say(list.label);
  const nameOf = (index: number): string =>
    fillTemplate(texts.name, { list: label, number: index + 1 });
  // The same object for all rows, so that a row is drawn again only if its line changes.
  const by = useMemo(() => ({ path: list.path, id }), [list, id]);
  const add = (): void => actions.add(nameOf(all.length));
  const isMovable =
    list.place !== undefined &&
    all.every(({ record }) => record === undefined || view.mayWith('update', record));
  const press = (event: KeyboardEvent): void => {
    const step = isMovable ? toMove(event) : undefined;
    const at = step === undefined ? -1 : all.findIndex(({ key }) => key === lineOf(event));
    const moved = all[at];
    if (step !== undefined && moved) {
      event.preventDefault();
      return actions.move(moved.key, nameOf(at), step);
    }
    if (event.key !== 'Enter' || event.defaultPrevented || !list.createBy) return;
    if (event.target !== lastInputOf(table.current)) return;
    event.preventDefault();
    add();
  };
  const isLate = columns.shown.some(({ name }) => !view.isWritable(name));
  return (
    <>
      {all.length === 0 && <Typography color="text.secondary">{texts.none}</Typography>}
      {all.length > 0 && (
        <TableContainer>
          <Table
            role="table"
            size="small"
            aria-label={label}
            ref={table}
            onKeyDown={press}
            sx={lineTableSx}
          >
            <LineHead columns={columns} />
            <TableBody role="rowgroup">
              {all.map((line, index) => (
                <LineRow
                  key={line.key}
                  {...{ lines, line, columns, by, actions, isMovable }}
                  name={nameOf(index)}
                  isFirst={index < AT_ONCE}
                />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {isLate && all.length > 0 && <Hint sx={{ mt: 1 }}>{texts.later}</Hint>}
      {list.createBy && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          ref={addButton}
          {...keepsFocus}
          onClick={add}
          sx={{ mt: 1 }}
        >
          {texts.add}
        </Button>
      )}
      <Box component={Status} sx={visuallyHidden}>
        {announcement}
      </Box>
    </>
  );
}

/** What the user does with lines, and the text that says what was done. The same functions for all rows. */
function useLineActions(
  lines: Lines,
  table: RefObject<HTMLTableElement | null>,
  addButton: RefObject<HTMLButtonElement | null>,
) {
  const texts = useTexts('lines');
  const [announcement, setAnnouncement] = useState('');
  const actions = useMemo(() => {
    /** Draws the change now, so that something in the line can take the focus. */
    const show = (text: string, focus: () => HTMLElement | null | undefined): void => {
      flushSync(() => setAnnouncement(text));
      focus()?.focus();
    };
    const find = (key: string, part: string) =>
      table.current?.querySelector<HTMLElement>(`[data-line="${key}"] :is(${part})`);
    return {
      add(line: string): void {
        const key = lines.add();
        show(fillTemplate(texts.added, { line }), () => find(key, INPUT));
      },
      remove({ key, record }: Line, line: string): void {
        lines.remove(key);
        if (record)
          show(fillTemplate(texts.willBeRemoved, { line }), () => find(key, REMOVAL_BUTTON));
        else show(fillTemplate(texts.removed, { line }), () => addButton.current);
      },
      /** The focus stays where it is, though the row moves. */
      move(key: string, line: string, step: number): void {
        const focused = document.activeElement;
        const of = lines.all();
        const at = of.findIndex((each) => each.key === key);
        const to = Math.min(Math.max(at + step, 0), of.length - 1);
        if (to === at) return;
        lines.move(key, to);
        const text = fillTemplate(texts.moved, { line, place: to + 1, count: of.length });
        show(text, () => (focused instanceof HTMLElement ? focused : undefined));
      },
      undoRemoval({ key }: Line, line: string): void {
        lines.undoRemoval(key);
        show(fillTemplate(texts.restored, { line }), () => find(key, REMOVAL_BUTTON));
      },
    };
  }, [lines, texts, table, addButton]);
  return [announcement, actions] as const;
}

function LineHead({ columns }: { columns: LineColumns }) {
  const texts = useTexts('lines');
  const { say } = useI18n();
  const view = useResource();
  return (
    <TableHead role="rowgroup">
      <TableRow role="row">
        {columns.shown.map((field) => (
          <TableCell key={field.name} role="columnheader" scope="col" {...toCellProps(view, field)}>
            {say(field.label)}
            {field.required && view.isWritable(field.name) && <span aria-hidden> *</span>}
            {field.help !== undefined && (
              <Hint variant="caption" component="div">
                {say(field.help)}
              </Hint>
            )}
          </TableCell>
        ))}
        <TableCell role="columnheader" scope="col" data-buttons>
          <Box component="span" sx={visuallyHidden}>
            {texts.actions}
          </Box>
        </TableCell>
      </TableRow>
    </TableHead>
  );
}

/** Alt with an arrow key moves a line, except where it opens a list. */
function toMove({ altKey, key, target }: KeyboardEvent): -1 | 1 | undefined {
  const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[key];
  const opensList = target instanceof Element && target.matches('[role="combobox"], select');
  return altKey && !opensList ? step : undefined;
}

function lineOf({ target }: KeyboardEvent): string | null | undefined {
  const row = target instanceof Element ? target.closest('[data-line]') : undefined;
  return row?.getAttribute('data-line');
}

function lastInputOf(table: HTMLTableElement | null): Element | undefined {
  const rows = [...(table?.querySelectorAll('[data-line]:not([data-removed="true"])') ?? [])];
  return [...(rows.at(-1)?.querySelectorAll('input') ?? [])].findLast((each) =>
    each.matches(INPUT),
  );
}

const REMOVAL_BUTTON = '[data-remove]';

const INPUT =
  'input:not([type="hidden"]):not([disabled]):not([aria-hidden="true"]), textarea:not([aria-hidden]), [role="combobox"], select';

/** The lines that have inputs from the start. Two hundred take seconds to draw. */
const AT_ONCE = 20;

const frameSx = { gridColumn: '1 / -1', minWidth: 0, containerType: 'inline-size' };
