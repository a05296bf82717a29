import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { onBlank } from '../../../files/formats/conversion.ts';
import { possibleWrites } from '../../../files/import/rows/cell-writes.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useTexts } from '../../messages/texts.ts';
import type { ColumnConversionsProps } from './column-references.tsx';
import { changeChoice } from '../job-settings.ts';

type ColumnWritesProps = Pick<ColumnConversionsProps, 'name' | 'field' | 'choice' | 'onChange'>;

/** What the cells of a column do to the value that a record has, and what its empty cells do. */
export function ColumnWrites({ name, field, choice, onChange }: ColumnWritesProps) {
  const { columns: texts } = useTexts('files');
  const { write = 'replace', blank = 'clear' } = choice;
  return (
    <>
      <NativeSelect
        label={fillTemplate(texts.writing.writeOf, { name })}
        value={write}
        options={possibleWrites(field).map((one) => [one, texts.writing.writes[one]])}
        // Empty cells only matter where the cells replace the value.
        onChange={(one) =>
          onChange(
            changeChoice(choice, one === 'replace' ? { write: '' } : { write: one, blank: '' }),
          )
        }
      />
      {write === 'replace' && (
        <NativeSelect
          label={fillTemplate(texts.blankOf, { name })}
          value={blank}
          options={onBlank.map((one) => [one, texts.blanks[one]])}
          onChange={(one) => onChange(changeChoice(choice, { blank: one === 'leave' ? one : '' }))}
        />
      )}
    </>
  );
}
