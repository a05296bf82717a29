import { fieldTypes } from '../../../../fields/registry.ts';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';

type TypeSelectProps = { label: string; value: string; onChange: (type: string) => void };

/** All types of fields, each with what it is for. */
export function TypeSelect({ label, value, onChange }: TypeSelectProps) {
  const { types } = useTexts('structure');
  const { purposes } = useTexts('structure-fields');
  const options = Object.keys(fieldTypes).map((type) => {
    const purpose = purposes[type];
    const name = types[type] ?? type;
    return [type, purpose === undefined ? name : `${name}: ${purpose}`] as const;
  });
  return <NativeSelect {...{ label, value, options, onChange }} />;
}
