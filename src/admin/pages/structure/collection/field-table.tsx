import { Box } from '@mui/material';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { languageName } from '../settings/text-parts.ts';
import { useOwnLanguage, useSettingNames } from '../settings/setting-context.ts';
import { useKeptKeys } from '../settings/use-kept-keys.ts';
import type { CollectionPartProps } from './collection-part.ts';
import { FieldDialogs, type OpenedField } from './field-dialogs.tsx';
import { FieldLine, type LineActions } from './field-line.tsx';
import { FieldMenu } from './field-menu.tsx';
import {
  problemsAt,
  stepsInField,
  usersOfSet,
  type FieldRow,
  type FieldsProps,
} from './field-rows.ts';
import { tableSx } from './table-look.ts';
import { useFieldEdits } from './use-field-edits.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { useLabelOf } from '../settings/use-label-of.ts';

/** What is wrong, and with which setting, because the table shows few of them. */
function placedText(problem: Parameters<typeof problemText>[0] & { path: string }): string {
  // People count from one.
  const steps = stepsInField(problem).map((step) =>
    /^\d+$/.test(step) ? String(Number(step) + 1) : step,
  );
  const text = problemText(problem);
  return steps.length > 0 ? `${steps.join(' › ')}: ${text}` : text;
}

type FieldTableProps = FieldsProps & {
  /** Those that the person looks for. */
  shown: readonly FieldRow[];
};

/** The fields with their most used settings, each changed in its cell. */
export function FieldTable(props: FieldTableProps) {
  const { collection, shown, rows } = props;
  const { fields } = useTexts('structure-fields').parts;
  const { languages } = useSettingNames();
  const { check } = useStructureDraft().check;
  const labelOf = useLabelOf();
  const [opened, setOpened] = useState<OpenedField>();
  const [menu, setMenu] = useState<{ name: string; anchor: HTMLElement }>();
  const { table, focus } = useFocus();
  const { keyOf, edits } = useKeptEdits(props);
  const move = useMove(rows, { edits, focus });
  const actions = useLatest({
    ...edits,
    move,
    open(what, { name }, anchor) {
      if (what === 'menu') setMenu({ name, anchor });
      else setOpened({ name, what });
    },
  });
  const ofMenu = rows.find(({ name }) => name === menu?.name);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. */}
      <Box ref={table} sx={tableSx} tabIndex={0} role="group" aria-label={fields}>
        <table aria-label={fields}>
          <Head />
          <tbody>
            {shown.map((row, at) => (
              <Fragment key={keyOf(row.name)}>
                <SetNote {...props} set={row.set} above={shown[at - 1]?.set} />
                <FieldLine
                  row={row}
                  label={labelOf(row.field, row.name)}
                  languages={languages}
                  problems={problemsAt(check?.problems ?? [], row, collection).map(placedText)}
                  actions={actions}
                />
              </Fragment>
            ))}
          </tbody>
        </table>
      </Box>
      {ofMenu && menu && (
        <FieldMenu
          label={labelOf(ofMenu.field, ofMenu.name)}
          anchor={menu.anchor}
          canMove={(way) => edits.canStep(ofMenu, way)}
          onMove={(way) => move(ofMenu, way)}
          onDuplicate={() => {
            const name = edits.duplicate(ofMenu);
            if (name !== undefined) focus(name, 'name');
          }}
          onOpen={(what) => setOpened({ name: ofMenu.name, what })}
          onClose={() => setMenu(undefined)}
        />
      )}
      <FieldDialogs {...props} edits={edits} opened={opened} onOpen={setOpened} />
    </>
  );
}

/** The edits, and keys of the lines that stay when a field gets another name. */
function useKeptEdits(props: FieldsProps) {
  const { keyOf, renamed } = useKeptKeys();
  const edits = useFieldEdits(props);
  const rename: LineActions['rename'] = (row, name) => {
    const isDone = edits.rename(row, name);
    if (isDone) renamed(row.name, name);
    return isDone;
  };
  return { keyOf, edits: { ...edits, rename } };
}

function Head() {
  const { columns } = useTexts('structure-fields');
  const { languages } = useSettingNames();
  const own = useOwnLanguage(languages);
  return (
    <thead>
      <tr>
        <th scope="col" aria-label={columns.move} />
        <th scope="col">{columns.name}</th>
        {languages.map((language) => (
          <th key={language} scope="col" className={language === own ? undefined : 'f-more'}>
            {languages.length > 1
              ? fillTemplate(columns.labelIn, { language: languageName(language) })
              : columns.label}
          </th>
        ))}
        <th scope="col">{columns.type}</th>
        {(['required', 'unique', 'search'] as const).map((flag) => (
          <th key={flag} scope="col" className="f-flag">
            {columns[flag]}
          </th>
        ))}
        <th scope="col" className="f-more">
          {columns.help}
        </th>
        <th scope="col" className="f-tools" aria-label={columns.tools} />
      </tr>
    </thead>
  );
}

type SetNoteProps = CollectionPartProps & Record<'set' | 'above', string | undefined>;

/** Above the first of them, says where fields are declared that a collection has from a set. */
function SetNote({ declared, set, above }: SetNoteProps) {
  const { inSet } = useTexts('structure-fields');
  const labelOf = useLabelOf();
  if (set === undefined || set === above) return null;
  const resources = asObject(declared['resources']);
  const collections = usersOfSet(declared, set).map((name) => labelOf(resources[name], name));
  return (
    <tr className="f-set">
      <td colSpan={100}>{fillTemplate(inSet, { set, collections: collections.join(', ') })}</td>
    </tr>
  );
}

type Mover = { edits: Pick<LineActions, 'step'>; focus: (name: string, cell: string) => void };

/** Moves a field one place. The focus stays in the same cell of it, though the browser takes it from what moves. */
function useMove(rows: readonly FieldRow[], { edits, focus }: Mover): LineActions['move'] {
  const { moved } = useTexts('structure-fields');
  return (row, way) => {
    const { activeElement } = document;
    const cell = activeElement instanceof HTMLElement ? activeElement.dataset['cell'] : undefined;
    if (!edits.step(row, way)) return;
    focus(row.name, cell ?? 'more');
    const place = placeAfterMove(rows, row.name, way);
    announce(fillTemplate(moved, { field: row.name, place, count: rows.length }));
  };
}

/** Counted from 1. A field passes those of sets together. */
function placeAfterMove(rows: readonly FieldRow[], name: string, way: -1 | 1): number {
  const at = rows.findIndex((row) => row.name === name);
  const isPassingSets = rows[at + way]?.set !== undefined;
  const passed = isPassingSets ? rows.filter(({ set }) => set !== undefined).length : 1;
  return at + way * passed + 1;
}

/** Sets the focus to a cell once the rows are drawn again. */
function useFocus() {
  const table = useRef<HTMLDivElement>(null);
  const next = useRef<{ name: string; cell: string }>(undefined);
  // After a menu that closes has given the focus back.
  useEffect(() => {
    const { name, cell } = next.current ?? {};
    next.current = undefined;
    if (name === undefined || cell === undefined) return;
    const lines = table.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    const line = [...lines].find(({ dataset }) => dataset['field'] === name);
    line?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  });
  const focus = (name: string, cell: string): void => {
    next.current = { name, cell };
  };
  return { table, focus };
}

/** The newest actions in an object that stays the same. */
function useLatest(actions: LineActions) {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  return latest;
}
