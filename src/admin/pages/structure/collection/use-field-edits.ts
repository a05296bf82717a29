import { moveAt, removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import { rename } from '../../../../descriptor/edits/rename.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useSettingNames } from '../settings/setting-context.ts';
import { type NewWords, withWords } from '../settings/text-parts.ts';
import { duplicateField, nameProblem } from './field-edits.ts';
import {
  fieldsPath,
  placeAfterStep,
  placeBeside,
  type FieldRow,
  type FieldsProps,
} from './field-rows.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';

/** What a person changes in the fields of a collection, as edits of the draft. */
export function useFieldEdits({ collection, declared, rows }: FieldsProps) {
  const { files, theirs, edit } = useStructureDraft();
  const { languages } = useSettingNames();
  const texts = useTexts('structure-fields');
  const place = (before: string | undefined, { name }: Pick<FieldRow, 'name'>): boolean =>
    edit((of) => moveAt(of, [...fieldsPath(collection), name], before));

  function set(path: Path, value: unknown): boolean {
    return edit((of) => (value === undefined ? removeAt(of, path) : setAt(of, path, value)));
  }

  return {
    set,
    /** Gives a text of a field other words in a language. */
    setWords(row: FieldRow, setting: 'label' | 'help', words: NewWords) {
      const text = withWords(row.field[setting], languages, words);
      if (text !== undefined || row.field[setting] !== undefined) set([...row.path, setting], text);
    },
    /** Turns a setting on or off; off is what counts without it. */
    setFlag(row: FieldRow, setting: string, isOn: boolean): void {
      set([...row.path, setting], isOn ? true : undefined);
    },
    nameProblem(row: FieldRow, name: string): string | undefined {
      const others = rows.filter((one) => one.name !== row.name);
      const refusal = nameProblem(files, { collection, rows: others }, name);
      return refusal?.problem ? problemText(refusal.problem) : refusal && texts.taken;
    },
    /** Values, views and conditions follow; what was never applied needs no former name. */
    rename(row: FieldRow, name: string): boolean {
      return edit((of) => rename(of, row.path, name, theirs.applied ? theirs.files : undefined));
    },
    canStep(row: FieldRow, way: -1 | 1): boolean {
      return placeAfterStep(declared, collection, row.name, way) !== false;
    },
    step(row: FieldRow, way: -1 | 1): boolean {
      const to = placeAfterStep(declared, collection, row.name, way);
      return to !== false && place(to.before, row);
    },
    drop(name: string, at: { row: FieldRow; isBelow: boolean }): void {
      const before = placeBeside(declared, collection, at);
      if (before !== name) place(before, { name });
    },
    /** The name of the copy. */
    duplicate(row: FieldRow): string | undefined {
      const copy = duplicateField(declared, row, rows);
      return edit(copy.edit) ? copy.name : undefined;
    },
  };
}

export type FieldEdits = ReturnType<typeof useFieldEdits>;
