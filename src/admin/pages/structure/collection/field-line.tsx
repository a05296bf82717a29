import DragIcon from '@mui/icons-material/DragIndicator';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import TuneIcon from '@mui/icons-material/Tune';
import { memo, useId, type RefObject } from 'react';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { languageName, seenWords, wordsIn } from '../settings/text-parts.ts';
import { useOwnLanguage } from '../settings/setting-context.ts';
import { dragProps, dropProps, moveKeys } from '../settings/reorder.ts';
import { useTyped } from '../settings/use-typed.ts';
import type { FieldRow } from './field-rows.ts';
import type { FieldEdits } from './use-field-edits.ts';

export type LineActions = FieldEdits & {
  move: (row: FieldRow, way: -1 | 1) => void;
  open: (what: 'panel' | 'type' | 'menu', row: FieldRow, anchor: HTMLElement) => void;
};

type FieldLineProps = {
  row: FieldRow;
  label: string;
  /** Of the app. As a property, because the context has names that change with each field. */
  languages: readonly string[];
  /** What the check says about the field. */
  problems: readonly string[];
  /** The newest actions; the same object in all renderings, so that a line is drawn again only for its own changes. */
  actions: RefObject<LineActions>;
};

const flags = ['required', 'unique', 'search'] as const;

/** A field of the table. Its cells are plain inputs of the browser, because a collection may have hundreds. */
export const FieldLine = memo(
  function FieldLine({ row, label, languages, problems, actions }: FieldLineProps) {
    const texts = useTexts('structure-fields');
    const isShared = row.set !== undefined;
    const cellName = (column: keyof typeof texts.columns): string =>
      fillTemplate(texts.cell, { column: texts.columns[column], field: label });
    return (
      <>
        <tr
          data-field={row.name}
          {...dropProps(FIELD, (name, isBelow) => actions.current.drop(name, { row, isBelow }))}
          onKeyDown={moveKeys((way) => {
            if (!isShared) actions.current.move(row, way);
          })}
        >
          <td className="f-drag" {...(isShared ? {} : dragProps(FIELD, row.name))} aria-hidden>
            {!isShared && <DragIcon fontSize="small" />}
          </td>
          <th scope="row">
            <NameCell {...{ row, actions }} label={cellName('name')} />
          </th>
          <WordCells {...{ row, label, languages, actions }} />
          <TypeCell {...{ row, actions }} label={cellName('type')} />
          {flags.map((flag) => (
            <td key={flag} className="f-flag">
              <input
                type="checkbox"
                data-cell={flag}
                aria-label={cellName(flag)}
                checked={row.field[flag] === true}
                disabled={isShared}
                onChange={({ target }) => actions.current.setFlag(row, flag, target.checked)}
              />
            </td>
          ))}
          <HelpCell {...{ row, languages, actions }} label={cellName('help')} />
          <ToolsCell {...{ row, label, actions }} />
        </tr>
        {problems.length > 0 && (
          <tr className="f-problems">
            <td colSpan={100}>
              {problems.map((problem) => (
                <div key={problem}>{problem}</div>
              ))}
            </td>
          </tr>
        )}
      </>
    );
  },
  (before, after) =>
    before.label === after.label &&
    isSameJson(before.row, after.row) &&
    isSameJson(before.languages, after.languages) &&
    isSameJson(before.problems, after.problems),
);

type CellProps = Pick<FieldLineProps, 'row' | 'actions'> & { label: string };
type WordCellProps = CellProps & Pick<FieldLineProps, 'languages'>;

function NameCell({ row, label, actions }: CellProps) {
  return (
    <CellInput
      cell="name"
      label={label}
      value={row.name}
      isReadOnly={row.set !== undefined}
      problemOf={(name) => actions.current.nameProblem(row, name)}
      onCommit={(name) => actions.current.rename(row, name)}
    />
  );
}

function TypeCell({ row, label, actions }: CellProps) {
  const { types } = useTexts('structure');
  const type = String(row.field['type']);
  return (
    <td className="f-type">
      <button
        type="button"
        data-cell="type"
        disabled={row.set !== undefined}
        title={types[type]}
        aria-label={`${label}: ${types[type] ?? type}`}
        onClick={({ currentTarget }) => actions.current.open('type', row, currentTarget)}
      >
        {types[type] ?? type}
      </button>
    </td>
  );
}

function ToolsCell({ row, label, actions }: CellProps) {
  const { settings, more, columns } = useTexts('structure-fields');
  return (
    <td className="f-tools">
      <button
        type="button"
        data-cell="settings"
        aria-label={fillTemplate(settings, { field: label })}
        title={columns.tools}
        onClick={({ currentTarget }) => actions.current.open('panel', row, currentTarget)}
      >
        <TuneIcon fontSize="small" />
      </button>
      <button
        type="button"
        data-cell="more"
        aria-label={fillTemplate(more, { field: label })}
        aria-haspopup="menu"
        disabled={row.set !== undefined}
        onClick={({ currentTarget }) => actions.current.open('menu', row, currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </button>
    </td>
  );
}

/** The label in each language of the app; on a phone, in that of the reader. */
function WordCells({ row, label, languages, actions }: WordCellProps) {
  const { columns, cell } = useTexts('structure-fields');
  const own = useOwnLanguage(languages);
  return languages.map((language) => (
    <td key={language} className={language === own ? undefined : 'f-more'}>
      <CellInput
        cell={`label ${language}`}
        label={fillTemplate(cell, {
          column:
            languages.length > 1
              ? fillTemplate(columns.labelIn, { language: languageName(language) })
              : columns.label,
          field: label,
        })}
        value={wordsIn(row.field['label'], language, languages)}
        // What people see without words of this language.
        placeholder={seenWords(row.field['label'], language, nameToLabel(row.name))}
        isReadOnly={row.set !== undefined}
        onCommit={(text) =>
          actions.current.setWords(row, 'label', { language, text, usual: nameToLabel(row.name) })
        }
      />
    </td>
  ));
}

/** The help in the language of the screens, or the first of the app. */
function HelpCell({ row, label, languages, actions }: WordCellProps) {
  const language = useOwnLanguage(languages);
  const { help } = row.field;
  return (
    <td className="f-more">
      <CellInput
        cell="help"
        label={label}
        value={wordsIn(help, language, languages)}
        placeholder={seenWords(help, language, '')}
        isReadOnly={row.set !== undefined}
        onCommit={(text) => actions.current.setWords(row, 'help', { language, text, usual: '' })}
      />
    </td>
  );
}

type CellInputProps = {
  cell: string;
  label: string;
  value: string;
  placeholder?: string;
  isReadOnly: boolean;
  problemOf?: (text: string) => string | undefined;
  onCommit: (text: string) => void;
};

function CellInput({ cell, label, value, placeholder, ...props }: CellInputProps) {
  const { input, problem } = useTyped({ value, ...props });
  const id = useId();
  return (
    <>
      <input
        {...input}
        // Says all of what is cut.
        onPointerEnter={({ currentTarget: it }) => {
          it.title = it.scrollWidth > it.clientWidth ? it.value : '';
        }}
        data-cell={cell}
        aria-label={label}
        placeholder={placeholder}
        readOnly={props.isReadOnly}
        spellCheck={cell !== 'name'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
      />
      {problem !== undefined && (
        <div id={id} className="f-wrong" role="alert">
          {problem}
        </div>
      )}
    </>
  );
}

/** The kind of what is dragged, so that nothing else can be dropped. */
const FIELD = 'field';
