import {
  arrangedBy,
  isEndOf,
  isRowField,
  shownAsBy,
  writeShownAs,
  type Arrangement,
} from '../../../../../descriptor/shown-as.ts';
import type { Field } from '../../../../../fields/type/field.ts';
import { NativeSelect } from '../../../../kit/native-select.tsx';
import { useTexts } from '../../../../messages/texts.ts';
import { useText } from '../../../../messages/use-text.ts';
import { useDraftFields } from '../../draft/use-draft-descriptor.ts';
import { HelpText, type SettingInputProps } from '../setting-help.tsx';
import { useSettingNames } from '../setting-context.ts';
import { PlainInput } from '../text-inputs.tsx';
import { useSettingWords } from '../use-setting-words.ts';

/** What a view shows its records as: each arrangement that the fields of the collection allow. */
export function ShownAsInput(props: SettingInputProps) {
  const { setting, value, problem, isReadOnly = false, onChange } = props;
  const { grid } = useTexts('app');
  const say = useText();
  const { bare, labelOf } = useSettingWords();
  const { collection = '' } = useSettingNames();
  const resource = useDraftFields()?.resources.get(collection);
  const offered = arrangementsOf([...(resource?.fields.values() ?? [])]).map((one) => {
    const fields = [one.field, one.end].flatMap((field) => (field ? [say(field.label)] : []));
    const rows = one.rows ? ` · ${say(one.rows.label)}` : '';
    return [writeShownAs(one), `${grid.shownAs[one.kind]}: ${fields.join(' – ')}${rows}`] as const;
  });
  if (isReadOnly) return <PlainInput {...props} />;
  const text = typeof value === 'string' ? value : '';
  // What the fields no longer allow stays until someone chooses another one.
  const isKnown = text === '' || offered.some(([one]) => one === text);
  return (
    <NativeSelect
      label={labelOf(setting)}
      value={text}
      none={grid.shownAs.table}
      options={isKnown ? offered : [[text, text], ...offered]}
      problem={problem}
      // The words say what the text of the descriptor needs.
      help={<HelpText setting={bare(setting)} problem={problem} />}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}

/** By one field; a calendar also to an end, and then with a row for each value of a third one. */
function arrangementsOf(fields: readonly Field[]): readonly Arrangement[] {
  return fields.flatMap((field): readonly Arrangement[] => {
    const alone = shownAsBy(field);
    if (!alone || arrangedBy(field) !== 'calendar') return alone ? [alone] : [];
    const spans = fields.filter((end) => isEndOf(end, field)).map((end) => ({ ...alone, end }));
    const inRows = spans.flatMap((span) =>
      fields.filter(isRowField).map((rows) => ({ ...span, rows })),
    );
    return [alone, ...spans, ...inRows];
  });
}
